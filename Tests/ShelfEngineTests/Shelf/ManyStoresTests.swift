import Foundation
import GRDB
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

struct ManyStoresTests {
    @Test func `a store that can't be written leaves those that were gathered with it alone`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("shelflife.sqlite")
        let stores = (0..<20).map { Fixtures.sealedStore(id: "store-\($0)") }
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(stores: stores), database: SQLiteDatabase(path: path),
            time: ManualTimeline(at: Fixtures.start))
        let file = try DatabaseQueue(path: path)
        try await file.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER full BEFORE INSERT ON "window" WHEN NEW.store = 'store-11'
                    BEGIN SELECT RAISE(ABORT, 'full'); END
                    """)
        }
        let minute = Fixtures.start + .minutes(1)
        #expect(await server.engine.publisher.publish(earliest: minute) == false)
        for store in stores {
            let newest = try #require(server.engine.shelves[store.id]?.windows.first)
            #expect(newest.issuedAt == (store.id == "store-11" ? Fixtures.start : minute))
        }
        try await file.write { try $0.execute(sql: "DROP TRIGGER full") }
        #expect(await server.engine.publisher.publish(earliest: minute + .seconds(5)))
        #expect(server.engine.shelves["store-11"]?.windows.first?.issuedAt == minute)
    }

    @Test func `a store that another server has published follows it, and the others go on`() async throws {
        let database = try SQLiteDatabase.inMemory()
        let stores = (0..<5).map { Fixtures.sealedStore(id: "store-\($0)") }
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(stores: stores), database: database,
            time: ManualTimeline(at: Fixtures.start))
        let other = try await VirtualServer(
            configuration: Fixtures.configuration(stores: [stores[2]], catalogue: Fixtures.catalogue(price: 90_000)),
            database: database,
            time: ManualTimeline(at: Fixtures.start), seed: 2)
        await other.advance(to: Fixtures.start + .minutes(3))
        #expect(await server.engine.publisher.publish(earliest: Fixtures.start + .minutes(3)))
        for store in stores {
            let newest = try #require(server.engine.shelves[store.id]?.windows.first)
            #expect(newest.issuedAt == Fixtures.start + .minutes(3))
            let stored = try await database.newestWindows(of: store.id, limit: 1)
            #expect(newest.digest == stored.first?.digest)
        }
    }

    @Test
    func `a start leaves the files that are there alone, and makes those that are missing or damaged`() async throws {
        let (server, _) = try await started()
        await server.advance(to: Fixtures.start + .minutes(2))
        func file(_ store: String, _ name: String) -> String {
            server.published.appending(path: "v1/stores/\(store)/\(name)").path
        }
        func number(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        }
        let newest = "windows/\(WindowHeader.sequence(at: Fixtures.start + .minutes(2)))"
        let before = try number(file("main", newest))
        try Data("half".utf8).write(to: URL(filePath: file("bazaar", newest)))
        try FileManager.default.removeItem(atPath: file("bazaar", "window"))
        try await server.restart()
        #expect(try number(file("main", newest)) == before)
        #expect(try number(file("main", "window")) == before)
        let served = try await server.client.send("/v1/stores/bazaar/window").body
        for name in [newest, "window"] {
            #expect(try Data(contentsOf: URL(filePath: file("bazaar", name))) == Data(served))
        }
    }

    @Test
    func `a server that starts answers from what is stored, before it publishes the present minute`() async throws {
        let (server, time) = try await started()
        let before = try await server.client.send("/v1/stores/main/window").body
        time.now = Fixtures.start + .minutes(9)
        let early = try await server.opened()
        #expect(try await InProcessClient(early.responder).send("/v1/stores/main/window").body == before)
        await early.engine.publisher.publish(earliest: time.now)
        #expect(early.engine.shelves["main"]?.windows.first?.issuedAt == time.now)
        // What is stored has run out: a client could show nothing of it.
        time.now = Fixtures.start + .minutes(19)
        #expect(try await server.opened().engine.shelves["main"]?.windows.first?.issuedAt == time.now)
    }

    @Test
    func `of many new stores some are open when the server begins to answer, and the others follow`() async throws {
        let stores = (0..<50).map { Fixtures.sealedStore(id: "store-\($0)") }
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(stores: [stores[0]]), database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start))
        server.configuration.content.stores = stores
        let opened = try await server.opened()
        #expect(opened.engine.shelves.all.count == 33)
        #expect(opened.engine.descriptions.map(\.id) == stores.prefix(33).map(\.id))
        #expect(await opened.engine.publisher.publish(earliest: Fixtures.start))
        #expect(opened.engine.descriptions.map(\.id) == stores.map(\.id))
        let issued = opened.engine.shelves.all.compactMap { $0.windows.first?.issuedAt }
        #expect(issued == [Instant](repeating: Fixtures.start, count: 50))
    }

    @Test
    func `chains that are needed at once are made over the half hour before, and none in the minute that needs them`()
        async throws
    {
        let (stores, end) = (60, Fixtures.start + .minutes(75))
        let database = try SQLiteDatabase.inMemory()
        let configurations = (0..<stores).map { Fixtures.sealedStore(id: "store-\($0)") }
        for store in configurations { try await Self.enter(store, chainEnding: end, database) }
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(stores: configurations), database: database,
            time: ManualTimeline(at: Fixtures.start))
        var made: [Int] = []
        var before = 0
        for minute in 1...70 {
            await server.advance(to: Fixtures.start + .minutes(minute))
            var chains = 0
            for store in configurations { chains += try await database.chains(of: store.id).count - 1 }
            made.append(chains - before)
            before = chains
        }
        #expect(before == stores)
        #expect(made.max() == 3)
        #expect(made.prefix { $0 == 0 }.count == 3)
        #expect(made.drop { $0 == 0 }.prefix { $0 > 0 }.count == 20)
        for store in configurations {
            #expect(server.engine.shelves[store.id]?.chains.count == 2)
        }
    }

    /// Makes a store whose only chain ends at `end`, as a server left it that began it two hours before.
    private static func enter(
        _ store: StoreContent, chainEnding end: Instant, _ database: SQLiteDatabase
    ) async throws {
        _ = try await database.create(
            StoredStore(
                id: store.id, signingSeed: Randomness.system.bytes(32), scheduleSeed: Randomness.system.bytes(32),
                cardBytes: store.cardBytes, createdAt: Fixtures.start))
        let (id, top) = (Randomness.system.bytes(16), Randomness.system.bytes(32))
        let epoch = end - .hours(2)
        let (chain, key) = (try #require(ChainID(bytes: id)), try #require(ChainKey(bytes: top)))
        let keys = stride(from: 0, through: 7200, by: 300).map { key.descended(in: chain, from: 7200, to: $0).bytes }
        _ = try await database.add(
            StoredChain(
                id: id, store: store.id, epoch: epoch, slots: 7200, lead: store.lead, appSecret: nil, spacing: 300,
                checkpoints: keys.flatMap(\.self)))
    }

    private func started() async throws -> (VirtualServer, ManualTimeline) {
        let time = ManualTimeline(at: Fixtures.start)
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase.inMemory(), time: time)
        return (server, time)
    }
}
