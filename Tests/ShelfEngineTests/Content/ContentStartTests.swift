import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfServer
import ShelfTesting
import Testing

/// What a server starts with, from its files and from the versions in the database.
@Suite struct ContentStartTests {
    private let database: SQLiteDatabase
    private let log = LogRecorder()

    init() throws {
        database = try SQLiteDatabase.inMemory()
    }

    private func start(
        _ shop: Shop, at minute: Int64 = 0, isStrict: Bool = false, owner: ContentSettings.Owner = .files
    ) async throws -> ContentStart {
        var settings = Shop.settings
        settings.content.owner = owner
        // One that is there, whatever it holds.
        settings.content.file = #filePath
        return try await ContentStart.decide(
            shop.read(settings), database: database, now: Fixtures.start + .minutes(minute), isStrict: isStrict,
            logger: log.logger)
    }

    private func versions() async throws -> [ContentVersion] {
        try await database.contentVersions(before: nil, limit: 99).reversed()
    }

    /// Adds a version as an admin does over the network.
    private func publish(_ shop: Shop, at minute: Int64) async throws {
        let newest = try await versions().last?.number ?? 0
        let now = Fixtures.start + .minutes(minute)
        _ = try await database.add(
            NewContentVersion(
                content: StoredContent(shop.files), author: "ann", at: now, reason: "", origin: .published, from: now),
            after: newest
        ) { _ in nil }
    }

    @Test
    func `The files that a server reads first are version 1, and the same files are no further version`() async throws {
        for minute: Int64 in 0...2 {
            #expect(try await start(Shop(), at: minute).configuration.content.title == "Ours")
        }
        let first = try #require(try await versions().first)
        #expect(try await versions().count == 1)
        #expect(first.author == "files" && first.reason == "start" && first.origin == .files)
        #expect(first.at == Fixtures.start && first.from == Fixtures.start)
        #expect(try await database.contentFiles(first.digest) == Shop().files)
    }

    @Test func `Files that have changed since they were read last are in force at the next start`() async throws {
        for (minute, title) in [(0, "One"), (1, "Two"), (2, "One")] as [(Int64, String)] {
            #expect(try await start(Shop(title: title), at: minute).configuration.content.title == title)
        }
        #expect(try await versions().map(\.number) == [1, 2, 3])
    }

    @Test func `A restart with the same files doesn't undo what was published since`() async throws {
        _ = try await start(Shop())
        try await publish(Shop(title: "Published"), at: 1)
        #expect(try await start(Shop(), at: 2).configuration.content.title == "Published")
        #expect(log.lines.contains { $0.contains("content version 2 by ann goes on") })
        #expect(try await start(Shop(title: "Edited"), at: 3).configuration.content.title == "Edited")
        #expect(try await versions().map(\.number) == [1, 2, 3])
    }

    @Test func `Broken files start with the version in force, and are said to be broken`() async throws {
        _ = try await start(Shop())
        let start = try await start(Shop(positions: "0"), at: 1)
        #expect(start.configuration.content.title == "Ours")
        #expect(log.lines.contains { $0.contains("stores[0].positions") })
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(), database: database,
            time: ManualTimeline(at: Fixtures.start + .minutes(1)))
        #expect(
            try await server.opened(start).engine.versions.faults == [
                "the content files can't be used, so content version 1 goes on; see the log"
            ])
    }

    @Test func `Where the server owns the content, files start the shop, and undo nothing after that`() async throws {
        #expect(try await start(Shop(), owner: .server).configuration.content.title == "Ours")
        #expect(try await versions().map(\.number) == [1])
        #expect(!log.lines.contains { $0.contains("differ") })
        let edited = try await start(Shop(title: "Edited"), at: 1, owner: .server)
        #expect(edited.configuration.content.title == "Ours" && edited.configuration.settings.content.owner == .server)
        #expect(log.lines.count { $0.contains("the content files differ from version 1 by files") } == 1)
        let broken = try await start(Shop(positions: "0"), at: 2, owner: .server)
        #expect(broken.configuration.content.title == "Ours")
        #expect(try await versions().map(\.number) == [1])
        await #expect(throws: ConfigurationProblems.self) {
            try await start(Shop(positions: "0"), at: 3, isStrict: true, owner: .server)
        }
    }

    @Test func `Settings that don't fit the content in force are warned of at a start`() async throws {
        _ = try await start(Shop(), owner: .server)
        #expect(!log.lines.contains { $0.contains("players.welcome") })
        try await publish(Shop(positions: "4, currency: gems"), at: 1)
        _ = try await start(Shop(), at: 2, owner: .server)
        #expect(log.lines.contains { $0.contains("players.welcome") && $0.contains("it isn't given") })
    }

    @Test func `Where files own the content, a start warns of versions that are scheduled over them`() async throws {
        let later = Fixtures.start + .hours(1)
        _ = try await database.add(
            NewContentVersion(
                content: StoredContent(Shop(title: "Later").files), author: "ann", at: Fixtures.start, reason: "",
                origin: .published, from: later), after: 0
        ) { _ in nil }
        _ = try await start(Shop())
        #expect(log.lines.contains { $0.contains("versions will take the place of the files") && $0.contains("1") })
    }

    @Test func `Broken files stop a strict start, and one without an earlier version`() async throws {
        await #expect(throws: ConfigurationProblems.self) { try await start(Shop(positions: "0")) }
        _ = try await start(Shop())
        await #expect(throws: ConfigurationProblems.self) {
            try await start(Shop(positions: "0"), at: 1, isStrict: true)
        }
    }

    @Test func `Files that don't fit what is published are no version, and the one in force goes on`() async throws {
        let first = try await start(Shop())
        let server = try await VirtualServer(
            configuration: first.configuration, database: database, time: ManualTimeline(at: Fixtures.start))
        await server.advance(to: Fixtures.start + .minutes(1))
        var shop = Shop()
        shop.extra = "  - {id: other, positions: 2, cardBytes: 400}"
        _ = try await database.create(
            StoredStore(
                id: "other", signingSeed: [1], scheduleSeed: [2], cardBytes: 256, createdAt: Fixtures.start))
        let start = try await start(shop, at: 2)
        #expect(start.configuration.content.stores.map(\.id) == ["main"])
        #expect(try await versions().map(\.number) == [1])
        #expect(log.lines.contains { $0.contains("store other: cardBytes is 256") })
    }
}
