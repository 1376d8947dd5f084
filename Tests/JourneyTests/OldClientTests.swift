import ShelfClient
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Testing

/// An hour of a prefetched store, as a client of the first design and a reader of sealed windows see it.
@Suite struct `An old client` {
    private static let withdrawal = Fixtures.start + .minutes(14) + .seconds(5)
    private static let version = Fixtures.start + .minutes(27) + .seconds(40)
    private static let restart = Fixtures.start + .minutes(41) + .seconds(33)

    @Test(arguments: [TimeSpan.minutes(1), .minutes(8)])
    func `shows what the sealed reader shows, across a withdrawal, another content version and a restart`(
        every: TimeSpan
    ) async throws {
        let names = LegacyNames([.withdrawn: "withdrawn"])
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(
                legacy: ["bazaar": LegacySettings(key: Fixtures.legacyKey, names: names)]),
            database: SQLiteDatabase.inMemory(), time: ManualTimeline(at: Fixtures.start + .seconds(20)))
        let world = World(server: server)
        let reader = try reader(in: world)
        try await world.add(reader)
        var old = OldClient(store: "bazaar", key: Fixtures.legacyKey, every: every)
        var random = SplitMix64(seed: 4)
        var (withdrawn, shown, shownWithdrawn): (ShelfListing?, Set<String>, Int) = (nil, [], 0)
        var instant = Fixtures.start + .seconds(30)
        while instant < Fixtures.start + .hours(1) {
            let before = server.time.now
            try await world.run(untilUs: instant.milliseconds * 1000)
            func passes(_ event: Instant) -> Bool { before <= event && event < instant }
            if passes(Self.withdrawal) { withdrawn = try await withdraw(from: reader, world) }
            if passes(Self.version) {
                server.configuration.content =
                    Fixtures.configuration(
                        catalogue: Fixtures.catalogue(price: 7000, name: "Other")
                    ).content
                try await server.putContentInForce()
            }
            if passes(Self.restart) {
                try await world.restartServers()
                try await world.run(untilUs: world.nowUs + 10_000_000)
            }
            try await old.follow(server)
            let shelf = reader.shelf()
            let now = try #require(shelf.instant)
            for position in shelf.positions {
                let theirs = try #require(old.listing(at: position.position, now))
                let (ours, card) = (try #require(position.listing), try #require(position.card))
                #expect((theirs.item, theirs.name, theirs.price) == (card.item, card.name, card.price))
                #expect(theirs.start * 1000 == ours.start.milliseconds && theirs.end * 1000 == ours.end.milliseconds)
                if let withdrawn, let issued = old.issued, issued > Self.withdrawal {
                    #expect(theirs.withdrawn == (ours == withdrawn))
                    shownWithdrawn += theirs.withdrawn ? 1 : 0
                }
                shown.insert(card.item + card.name)
            }
            instant = max(instant, server.time.now) + .milliseconds(Int64.random(in: 1...9_000, using: &random))
        }
        #expect(shown.count > 100 && shown.contains { $0.contains("Other") })
        #expect(every > .minutes(1) || shownWithdrawn > 3)
    }

    private func reader(in world: World) throws -> VirtualClient {
        let description = try #require(world.server.engine.descriptions.first { $0.id == "bazaar" })
        return VirtualClient(
            in: world, store: "bazaar", publicKey: try #require(PublicKey(description.publicKey)),
            secret: Fixtures.appSecret, offsetUs: 5_000_000, driftPerMillion: 20, seed: 3)
    }

    /// Takes the listing off sale that has the longest time left.
    private func withdraw(from reader: VirtualClient, _ world: World) async throws -> ShelfListing {
        let positions = reader.shelf().positions.filter { $0.card != nil }
        let listing = try #require(positions.max { $0.timeLeft < $1.timeLeft }?.listing)
        let order = WithdrawalOrder(
            goods: .listing(store: "bazaar", position: listing.position, start: listing.start), reason: "x", by: "anna",
            key: "1", at: world.server.time.now)
        _ = try await world.server.database.withdraw(order) { _ in nil }
        try await world.follow()
        return listing
    }
}
