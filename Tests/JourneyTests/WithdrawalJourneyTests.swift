import ShelfClient
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Testing

/// From the operator's withdrawal to the players' shelves.
@Suite struct `A withdrawal` {
    @Test func `shows on every client within two seconds, and stays over restarts and new windows`() async throws {
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
        let world = World(server: server)
        for (number, store) in ["main", "main", "bazaar"].enumerated() {
            try await world.add(try client(of: store, in: world, seed: UInt32(number)))
        }
        try await world.run(untilUs: world.nowUs + 30_000_000)
        var withdrawn: [Int: ShelfListing] = [:]
        for (number, client) in world.clients.enumerated() {
            let position = try #require(client.shelf().positions.first { $0.card != nil && $0.timeLeft > .seconds(40) })
            withdrawn[number] = position.listing
            let listing = try #require(position.listing)
            let goods = WithdrawalOrder.Goods.listing(
                store: client.store, position: listing.position, start: listing.start)
            let order = WithdrawalOrder(goods: goods, reason: "x", by: "anna", key: "\(number)", at: server.time.now)
            _ = try await server.database.withdraw(order) { _ in nil }
        }
        let told = try await server.engine.notices.refresh(earliest: server.time.timeline.earliest)
        for client in world.clients where told.contains(client.store) { await client.hear(1) }
        try await world.run(untilUs: world.nowUs + 2_000_000)
        expect(withdrawn, world)
        try await world.restartServers()
        try await world.run(untilUs: world.nowUs + 25_000_000)
        expect(withdrawn, world)
        try await world.add(try client(of: "main", in: world, seed: 9))
        try await world.run(untilUs: world.nowUs + 2_000_000)
        withdrawn[3] = withdrawn[0]
        expect(withdrawn, world)
    }

    private func client(of store: String, in world: World, seed: UInt32) throws -> VirtualClient {
        let description = try #require(world.server.engine.descriptions.first { $0.id == store })
        return VirtualClient(
            in: world, store: store, publicKey: try #require(PublicKey(description.publicKey)),
            secret: store == "bazaar" ? Fixtures.appSecret : nil, offsetUs: Int64(seed) * 7_000_000,
            driftPerMillion: 20, seed: seed)
    }

    /// Each client shows its listing as withdrawn.
    private func expect(_ withdrawn: [Int: ShelfListing], _ world: World) {
        for (number, listing) in withdrawn {
            let position = world.clients[number].shelf().positions[listing.position]
            #expect(position.listing == listing && position.isWithdrawn, "client \(number)")
            #expect(position.card != nil)
        }
    }
}
