import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfServer
import ShelfTesting
import Testing

/// The zones that a content version keeps, on servers whose zone files say something else.
@Suite struct `The zones of a version` {
    private let database: SQLiteDatabase
    private let server: VirtualServer
    private let main: Engine
    private let shop: Shop

    /// As a server had it whose zone files know of no daylight saving.
    private static let other = Zone(name: "Europe/Berlin", first: .hours(1), changes: [])
    /// Midsummer, when this machine's files have another offset.
    private static let summer = Instant(milliseconds: 1_814_000_000_000)

    init() async throws {
        var shop = Shop()
        shop.rules = "timeZone: Europe/Berlin"
        self.shop = shop
        database = try SQLiteDatabase.inMemory()
        server = try await VirtualServer(
            configuration: shop.loaded().configuration, database: database, time: ManualTimeline(at: Fixtures.start))
        _ = try await database.add(
            NewContentVersion(
                content: StoredContent(shop.files), author: "files", at: Fixtures.start, reason: "", origin: .files,
                from: Fixtures.start, zones: [Self.other]), after: 0
        ) { _ in nil }
        main = try await server.opened(try await Self.start(shop, database)).engine
    }

    private static func start(
        _ shop: Shop, _ database: SQLiteDatabase, owner: ContentSettings.Owner = .server
    ) async throws -> ContentStart {
        var settings = Shop.settings
        settings.content.owner = owner
        settings.content.file = #filePath
        return try await ContentStart.decide(
            shop.read(settings), database: database, now: Fixtures.start, isStrict: false, logger: LogRecorder().logger)
    }

    private var zone: Zone? { main.content.current[store: "main"]?.rules.zone }

    private func publish() async throws -> ContentVersions.Change {
        try await main.versions.publish(
            shop.files, ContentPublication(author: "ann", at: server.time.now, reason: "", base: 1)
        ) { _ in nil }
    }

    @Test func `hold on a server whose own zone files say something else`() async throws {
        let own = try #require(try shop.loaded().content.content[store: "main"]?.rules.zone)
        #expect(own.offset(at: Self.summer) == .hours(2) && Self.other.offset(at: Self.summer) == .hours(1))
        #expect(zone == Self.other)
        let again = try await Self.start(shop, database).configuration.content[store: "main"]?.rules.zone
        #expect(again == Self.other)
        let ofFiles = try await Self.start(shop, database, owner: .files).configuration
        #expect(ofFiles.content[store: "main"]?.rules.zone == Self.other)
        #expect(try await database.contentVersions(before: nil, limit: 9).count == 1, "they are no further version")
    }

    @Test func `hold when another server's version is followed`() async throws {
        var theirs = shop
        theirs.title = "Theirs"
        _ = try await database.add(
            NewContentVersion(
                content: StoredContent(theirs.files), author: "ann", at: Fixtures.start, reason: "",
                origin: .published, from: Fixtures.start, zones: [Self.other]), after: 1
        ) { _ in nil }
        await main.versions.follow()
        #expect(main.content.current.title == "Theirs")
        #expect(zone == Self.other)
    }

    @Test func `are read anew by a publication of the same files, and the difference says from when`() async throws {
        guard case .published(let published) = try await publish() else {
            Issue.record("nothing was published")
            return
        }
        #expect(published.isNew && published.version.number == 2)
        #expect(zone?.offset(at: Self.summer) == .hours(2))
        let versions = try await database.contentVersions(before: nil, limit: 9)
        #expect(versions[0].digest == versions[1].digest)
        let difference = try await main.versions.difference(from: versions[1], to: versions[0]).content
        let fields = difference.stores.flatMap(\.fields)
        #expect(fields.map(\.name) == ["timeZone"])
        #expect(fields.first?.before == "Europe/Berlin at UTC+01:00 from 2027-03-28T01:00:00Z on")
        #expect(fields.first?.after == "Europe/Berlin at UTC+02:00 from 2027-03-28T01:00:00Z on")
        guard case .published(let same) = try await publish() else {
            Issue.record("the same again was no publication")
            return
        }
        #expect(!same.isNew)
    }

    @Test func `are told by a try before it is published`() async throws {
        let publication = ContentPublication(author: "ann", at: server.time.now, reason: "", base: 1)
        let files = shop.files
        let trial = try await main.versions.trial(of: nil, publication) { files }
        #expect(trial.difference?.content.stores.flatMap(\.fields).map(\.name) == ["timeZone"])
        #expect(zone == Self.other, "a try changes nothing")
    }
}
