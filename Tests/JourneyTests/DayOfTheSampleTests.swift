import Foundation
import ShelfClient
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfSample
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// Hours of the sample's stores in one process and in virtual time: the server is restarted at random moments, and two
/// clients with wrong clocks watch each store. They are four hours, or as many as `SHELFLIFE_HOURS` says.
struct DayOfTheSampleTests {
    private static let hours = ProcessInfo.processInfo.environment["SHELFLIFE_HOURS"].flatMap { Int($0) } ?? 4

    @Test(.timeLimit(.minutes(30)))
    func `at every instant both clients show the same, and it is what the schedule says`() async throws {
        let start = Fixtures.start + .seconds(17)
        let world = try await sampleWorld(at: start)
        var random = SplitMix64(seed: 99)
        var restart = start + .minutes(Int64.random(in: 20...90, using: &random))
        var lastRestart = start
        var shown = Tally()
        var instant = start + .seconds(5)
        while instant < start + .hours(Self.hours) {
            try await world.run(untilUs: instant.milliseconds * 1000)
            if instant >= restart {
                try await world.restartServers()
                lastRestart = instant
                restart = instant + .minutes(Int64.random(in: 20...90, using: &random))
            }
            try await compare(world, isUnsettled: instant - lastRestart < .seconds(10), tally: &shown)
            instant = instant + .milliseconds(Int64.random(in: 1...40_000, using: &random))
        }
        #expect(shown.cards > 4000 * Self.hours)
        #expect(shown.sealed < shown.cards / 1000)
        #expect(shown.items.count > min(240, 100 * Self.hours))
    }

    private struct Tally {
        var cards = 0
        var sealed = 0
        var items: Set<String> = []
    }

    private func sampleWorld(at start: Instant) async throws -> World {
        let folder = try TemporaryFolder()
        try SampleFiles.write(to: folder.file("sample"), start: start)
        let configuration = try ConfigurationLoader.load(file: folder.file("sample/shelflife.yaml"), now: start)
            .configuration
        let server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(), time: ManualTimeline(at: start))
        let world = World(server: server)
        for (index, store) in configuration.content.stores.enumerated() {
            let description = try #require(server.engine.shelves[store.id]?.description)
            for (number, drift) in [Int64(-60), 60].enumerated() {
                let client = VirtualClient(
                    in: world, store: store.id, publicKey: try #require(PublicKey(description.publicKey)),
                    secret: configuration.settings.appSecrets[store.id],
                    offsetUs: Int64(number + 1) * 86_400_000_000 * 3, driftPerMillion: drift,
                    seed: UInt32(index * 10 + number))
                try await world.add(client)
            }
        }
        return world
    }

    private func compare(_ world: World, isUnsettled: Bool, tally: inout Tally) async throws {
        for store in world.server.configuration.content.stores {
            let listings = try await listings(of: store.id, in: world)
            for client in world.clients where client.store == store.id {
                let clock = client.status().clock
                #expect(abs(clock.nowUs - world.nowUs) <= clock.uncertaintyUs)
                #expect(clock.uncertaintyUs < 60_000)
                let shelf = client.shelf()
                let instant = try #require(shelf.instant)
                #expect(shelf.positions.count == store.rules.positions)
                for position in shelf.positions {
                    let expected = try #require(
                        listings[position.position]?.first { $0.start <= instant && $0.end > instant })
                    // A card that is still sealed doesn't say that the listing is a part of an offer.
                    let start = position.phase == .sealed ? expected.start : expected.offer?.start ?? expected.start
                    #expect(position.listing?.start == start)
                    guard position.phase != .sealed else {
                        #expect(isUnsettled)
                        tally.sealed += 1
                        continue
                    }
                    #expect(position.card?.item == expected.listing.item)
                    tally.cards += 1
                    tally.items.insert(expected.listing.item)
                }
            }
        }
    }

    /// What the server has decided, by position: the truth that clients are held against.
    private func listings(of store: String, in world: World) async throws -> [Int: [StoredListing]] {
        let recent = Instant(milliseconds: world.nowUs / 1000) - .minutes(1)
        let all = try await world.server.database.listings(of: store, endingAfter: recent)
        return Dictionary(grouping: all, by: \.position)
    }
}
