import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Testing

/// Content that changes while the server runs.
@Suite struct `Other content` {
    private func started() async throws -> VirtualServer {
        try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start))
    }

    private func change(_ server: VirtualServer, _ body: (inout Content) -> Void) async throws -> [String: Instant] {
        body(&server.configuration.content)
        return try await server.engine.publisher.putInForce(
            server.configuration.content, version: nil, appSecrets: server.configuration.settings.appSecrets,
            now: server.time.now
        )
    }

    /// What a store has decided, by start and position.
    private func listings(_ store: String, _ server: VirtualServer) -> [Listing] {
        (server.engine.shelves[store]?.listings.values.map(\.listing) ?? [])
            .sorted { ($0.start, $0.position) < ($1.start, $1.position) }
    }

    @Test func `leaves what is published, and is drawn from where that ends`() async throws {
        let server = try await started()
        await server.advance(to: Fixtures.start + .minutes(5))
        let before = listings("main", server)
        let from = try await change(server) { $0.catalogue = Fixtures.catalogue(items: 20, name: "Other") }
        let now = server.time.now
        #expect(listings("main", server).filter { $0.end > now } == before.filter { $0.end > now })
        await server.advance(to: Fixtures.start + .minutes(40))
        let after = listings("main", server)
        let known = Set(server.configuration.content.catalogue.items.map(\.id))
        let undecided = try #require(from["main"])
        let ends = (0..<4).map { position in before.filter { $0.position == position }.map(\.end).max()! }
        #expect(undecided == ends.min())
        #expect(after.filter { $0.start < undecided }.allSatisfy(before.contains))
        #expect(after.filter { !before.contains($0) }.allSatisfy { known.contains($0.item) })
        #expect(after.contains { !before.contains($0) })
    }

    @Test func `shows what it would show after a restart`() async throws {
        let (running, restarted) = (try await started(), try await started())
        for (minute, items) in [(3, 120), (9, 40), (20, 300)] {
            for server in [running, restarted] { await server.advance(to: Fixtures.start + .minutes(minute)) }
            _ = try await change(running) {
                $0.catalogue = Fixtures.catalogue(items: items)
                $0.stores[0] = Fixtures.sealedStore(positions: 2 + minute % 4)
            }
            restarted.configuration.content = running.configuration.content
            try await restarted.restart()
        }
        for server in [running, restarted] { await server.advance(to: Fixtures.start + .minutes(45)) }
        for store in ["main", "bazaar"] { #expect(listings(store, running) == listings(store, restarted)) }
    }

    @Test func `opens new stores with the next publication, and shows those that are gone no longer`() async throws {
        let server = try await started()
        _ = try await change(server) { $0.stores = [Fixtures.sealedStore(id: "annex"), $0.stores[1]] }
        #expect(try await server.client.send("/v1/stores/main/window").status == 404)
        await server.engine.publisher.publish(earliest: server.time.now)
        #expect(try await server.client.send("/v1/stores/annex/window").status == 200)
        let answer = try await server.client.send(RequestTarget.stores.path)
        #expect(try WireJSON.decode([StoreDescription].self, answer.body).map(\.id) == ["annex", "bazaar"])
        #expect(try await server.client.send("/readyz").status == 200)
    }

    @Test func `brings a store back as it was left`() async throws {
        let server = try await started()
        let key = server.engine.shelves["main"]?.description.publicKey
        let main = server.configuration.content.stores[0]
        _ = try await change(server) { $0.stores.removeFirst() }
        await server.advance(to: Fixtures.start + .minutes(3))
        _ = try await change(server) { $0.stores.append(main) }
        await server.advance(to: Fixtures.start + .minutes(4))
        #expect(server.engine.shelves["main"]?.description.publicKey == key)
        #expect(server.engine.shelves["main"]?.windows.first?.issuedAt == Fixtures.start + .minutes(4))
    }

    @Test func `gives stores their titles and columns at once, and their positions where what is drawn ends`()
        async throws
    {
        let server = try await started()
        let begins = try await change(server) {
            $0.stores[0] = Fixtures.sealedStore(positions: 6)
            $0.stores[0].title = "Grand bazaar"
            $0.stores[0].columns = 3
        }
        #expect(server.engine.shelves["main"]?.description.title == "Grand bazaar")
        await server.advance(to: Fixtures.start + .minutes(1))
        var witness = try await Witness(store: "main", client: server.client)
        let header = try await witness.look(at: server.client).header
        #expect((header.positions, header.columns) == (4, 3))
        await server.advance(to: Fixtures.start + .minutes(15))
        let added = try await witness.look(at: server.client).listings.filter { $0.position >= 4 }
        #expect(added.map(\.start).min() == begins["main"])
    }

    @Test func `lets positions that go away show what is published to its end`() async throws {
        let server = try await started()
        var witness = try await Witness(store: "main", client: server.client)
        let before = try await witness.look(at: server.client).listings.filter { $0.position >= 2 }
        let changed = try await change(server) { $0.stores[0] = Fixtures.sealedStore(positions: 2) }
        let begins = try #require(changed["main"])
        await server.advance(to: Fixtures.start + .minutes(9))
        let after = try await witness.look(at: server.client).listings.filter { $0.position >= 2 }
        #expect(after.filter { $0.start < begins }.count == after.count)
        #expect(!after.isEmpty && after.contains { before.map(\.start).contains($0.start) })
        await server.advance(to: Fixtures.start + .minutes(20))
        #expect(try await witness.look(at: server.client).header.positions == 2)
    }

    @Test func `that doesn't fit what is published is refused and changes nothing`() async throws {
        let server = try await started()
        await #expect(throws: StartError.cardBytesChanged(store: "main", published: 256, configured: 320)) {
            _ = try await change(server) {
                $0.stores[0].cardBytes = 320
                $0.stores.removeLast()
                $0.title = "Another"
            }
        }
        #expect(server.engine.content.current.title == "Test")
        #expect(try await server.client.send("/v1/stores/bazaar/window").status == 200)
        await server.advance(to: Fixtures.start + .minutes(2))
        #expect(server.engine.shelves["main"]?.windows.first?.issuedAt == Fixtures.start + .minutes(2))
    }

    @Test func `that comes while a minute is being published waits for it`() async throws {
        let server = try await started()
        let content = Content(
            title: "Other", catalogue: Fixtures.catalogue(items: 50), stores: [Fixtures.sealedStore()])
        let publisher = server.engine.publisher
        async let publishing = publisher.publish(earliest: Fixtures.start + .minutes(1))
        async let changing = publisher.putInForce(
            content, version: nil, appSecrets: [:], now: Fixtures.start)
        #expect(try await (publishing, changing.keys.sorted()) == (true, ["main"]))
        await publisher.publish(earliest: Fixtures.start + .minutes(2))
        #expect(server.engine.shelves["main"]?.windows.first?.issuedAt == Fixtures.start + .minutes(2))
        #expect(server.engine.shelves["bazaar"] == nil)
    }
}
