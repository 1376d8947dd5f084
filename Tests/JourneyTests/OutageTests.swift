import ShelfClient
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

struct OutageTests {
    @Test
    func `without the server a sealed store shows what it knows and then seals, position by position, and recovers`()
        async throws
    {
        let (world, client) = try await world(Fixtures.sealedStore())
        try await world.run(untilUs: world.nowUs + 30_000_000)
        #expect(client.shelf().positions.allSatisfy { $0.card != nil })
        client.isConnected = false
        client.loseStream()
        var sealed: [Int] = []
        for _ in 0..<300 {
            try await world.run(untilUs: world.nowUs + 1_000_000)
            sealed.append(client.shelf().positions.count { $0.phase == .sealed })
        }
        #expect(sealed == sealed.sorted() && Set(sealed).count > 3)
        #expect(client.status().connection == .offline)
        #expect(client.shelf().positions.allSatisfy { $0.phase == .sealed && $0.listing != nil })
        client.isConnected = true
        try await world.run(untilUs: world.nowUs + 30_000_000)
        #expect(client.shelf().positions.allSatisfy { $0.card != nil })
        #expect(client.status().connection == .live)
    }

    @Test
    func `without the server a prefetched store goes on to the end of its window, then is bare, and recovers`()
        async throws
    {
        let (world, client) = try await world(Fixtures.prefetchedStore())
        try await world.run(untilUs: world.nowUs + 20_000_000)
        let end = try #require(client.status().windowEnd)
        client.isConnected = false
        try await world.run(untilUs: (end - .seconds(1)).milliseconds * 1000)
        #expect(client.shelf().positions.allSatisfy { $0.card != nil })
        try await world.run(untilUs: (end + .seconds(240)).milliseconds * 1000)
        #expect(client.shelf().positions.allSatisfy { $0.phase == .empty })
        client.isConnected = true
        try await world.run(untilUs: world.nowUs + 30_000_000)
        #expect(client.shelf().positions.allSatisfy { $0.card != nil })
    }

    @Test func `off screen a client asks for nothing, and coming back it is right at once`() async throws {
        let (world, client) = try await world(Fixtures.prefetchedStore())
        try await world.run(untilUs: world.nowUs + 20_000_000)
        try await client.tell(.hidden)
        let exchanges = client.requests
        try await world.run(untilUs: world.nowUs + 120_000_000)
        #expect(client.requests == exchanges)
        try await client.tell(.shown)
        let shelf = client.shelf()
        let clock = client.status().clock
        #expect(abs(clock.nowUs - world.nowUs) <= clock.uncertaintyUs)
        #expect(shelf.positions.allSatisfy { $0.card != nil })
    }

    @Test
    func `a client that starts again without a network goes on from its kept window once it knows the time`()
        async throws
    {
        let (world, client) = try await world(Fixtures.prefetchedStore())
        try await world.run(untilUs: world.nowUs + 20_000_000)
        let kept = try #require(client.archived)
        var session = StoreSession(store: "bazaar", publicKey: client.session.publicKey, secret: Fixtures.appSecret)
        _ = session.handle(.started(archived: kept), at: 0)
        #expect(session.shelf(at: 0).positions.allSatisfy { $0.phase == .empty })
        let exchange = Exchange(
            sentUs: 1000, serverReceivedUs: world.nowUs, serverSentUs: world.nowUs, receivedUs: 2000,
            serverUncertaintyUs: 0, timeline: "manual")
        _ = session.handle(.timeAnswer(exchange), at: 2000)
        #expect(session.shelf(at: 2000).positions.allSatisfy { $0.card != nil })
    }

    private func world(_ store: StoreContent) async throws -> (World, VirtualClient) {
        let time = ManualTimeline(at: Fixtures.start + .seconds(3))
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(stores: [store]), database: SQLiteDatabase.inMemory(), time: time)
        let world = World(server: server)
        let description = try #require(server.engine.shelves[store.id]?.description)
        let client = VirtualClient(
            in: world, store: store.id, publicKey: try #require(PublicKey(description.publicKey)),
            secret: server.configuration.settings.appSecrets[store.id], offsetUs: 77_000_000, driftPerMillion: 40,
            seed: 5)
        try await world.add(client)
        return (world, client)
    }
}
