import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Testing

/// Offers that last for hours and days, as a server publishes them.
@Suite struct `Published offers` {
    private static func store(
        _ shelfLife: ClosedRange<Int> = 7 * 3600 + 11...30 * 3600, positions: Int = 4, noRepeat: TimeSpan = .hours(1),
        plan: [PlannedAppearance] = []
    ) -> StoreContent {
        var store = Fixtures.sealedStore()
        store.rules = StoreRules(
            store: "main", positions: positions, shelfLife: shelfLife, noRepeat: noRepeat, plan: plan)
        return store
    }

    private func started(_ store: StoreContent = store()) async throws -> VirtualServer {
        try await VirtualServer(
            configuration: Fixtures.configuration(stores: [store], appSecrets: [:]),
            database: SQLiteDatabase.inMemory(), time: ManualTimeline(at: Fixtures.start))
    }

    private func listings(_ server: VirtualServer) -> [StoredListing] {
        (server.engine.shelves["main"]?.listings.values.map(\.self) ?? [])
            .sorted { ($0.start, $0.position) < ($1.start, $1.position) }
    }

    private func item(_ server: VirtualServer, at position: Int) -> StoredListing? {
        let now = server.time.now
        return listings(server).first { $0.position == position && $0.start <= now && now < $0.end }
    }

    @Test func `are listings of an hour at most, one after the other, with one card that says when they begin and end`()
        async throws
    {
        let server = try await started()
        var seen: [Instant: [Int: StoredListing]] = [:]
        for hour in 1...60 {
            for listing in listings(server) { seen[listing.start, default: [:]][listing.position] = listing }
            await server.advance(to: Fixtures.start + .minutes(30 * hour))
        }
        let all = seen.values.flatMap(\.values)
        try Coverage.check(
            all.sorted { $0.start < $1.start }, positions: 4, span: Fixtures.start..<Fixtures.start + .hours(29))
        #expect(all.allSatisfy { $0.seconds <= 3600 && $0.offer != nil })
        for (offer, parts) in Dictionary(grouping: all, by: { $0.offer! }) {
            #expect((7 * 3600 + 11...30 * 3600).contains(offer.seconds))
            #expect(Set(parts.map(\.card)).count == 1 && Set(parts.map(\.listing.item)) == [offer.item])
            let lengths = parts.map(\.seconds)
            #expect(lengths.max()! - lengths.min()! <= 1)
        }
        #expect(Set(all.map { $0.offer! }).count > 4)
    }

    @Test func `are the same after restarts, wherever those fall`() async throws {
        let (running, restarted) = (try await started(), try await started())
        for hour in [1, 5, 8, 9, 17, 26, 27, 40, 49] {
            for server in [running, restarted] { await server.advance(to: Fixtures.start + .hours(hour) + .minutes(7)) }
            try await restarted.restart()
            let now = running.time.now
            #expect(
                listings(running).filter { $0.end > now }.map(\.card)
                    == listings(restarted).filter { $0.end > now }.map(\.card), "hour \(hour)")
        }
    }

    @Test func `go on after a halt of hours with their item, price and end`() async throws {
        let server = try await started()
        await server.advance(to: Fixtures.start + .minutes(5))
        let before = (0..<4).compactMap { item(server, at: $0)?.offer }
        let halted = before.map(\.end).min()! - .minutes(30)
        server.time.now = halted
        try await server.restart()
        #expect((0..<4).compactMap { item(server, at: $0)?.offer } == before)
    }

    @Test func `keep their card though the item leaves the catalogue, and a new price counts from the next`()
        async throws
    {
        let server = try await started()
        await server.advance(to: Fixtures.start + .minutes(5))
        let before = try #require(item(server, at: 0))
        let offer = try #require(before.offer)
        let items = server.configuration.content.catalogue.items
        server.configuration.content.catalogue = try Catalogue(
            Fixtures.catalogue(price: 500).items.filter { $0.id != offer.item && items.count > 1 })
        _ = try await server.putContentInForce()
        await server.advance(to: offer.end - .minutes(1))
        #expect(item(server, at: 0)?.card == before.card)
        await server.advance(to: offer.end + .minutes(1))
        let next = try #require(item(server, at: 0).flatMap { Card(plaintext: $0.card) })
        #expect(next.item != offer.item && next.price >= 500)
    }

    @Test func `at a position that goes away end with what is published`() async throws {
        let server = try await started()
        await server.advance(to: Fixtures.start + .minutes(5))
        let last = listings(server).filter { $0.position == 3 }.map(\.end).max()!
        server.configuration.content.stores[0] = Self.store(positions: 3)
        _ = try await server.putContentInForce()
        await server.advance(to: last + .minutes(1))
        #expect(listings(server).allSatisfy { $0.position < 3 || $0.end <= last })
    }

    @Test func `that are planned on a shelf of minutes have listings of its lengths, with one card`() async throws {
        let time = TimeOfDay(hour: 9, minute: 0)!
        let plan = PlannedAppearance(
            item: "item-7", position: 2, times: .once(CalendarDate(Fixtures.start), time), length: .hours(3))
        let server = try await started(Self.store(120...600, plan: [plan]))
        var seen: Set<StoredListing> = []
        for minute in 1...50 {
            await server.advance(to: Fixtures.start + .minutes(5 * minute))
            seen.formUnion(listings(server).filter { $0.position == 2 && $0.listing.item == "item-7" }.map(\.unsealed))
        }
        let (from, until) = (Fixtures.start + .hours(1), Fixtures.start + .hours(4))
        let planned = seen.filter { $0.start >= from && $0.start < until }.sorted { $0.start < $1.start }
        #expect(planned.count > 15 && planned.allSatisfy { (120...600).contains($0.seconds) })
        #expect(Set(planned.map(\.card)).count == 1)
        #expect(planned.first?.offer?.span == from..<until && planned.last?.end == until)
    }

    @Test func `of a card without room are listings that don't join, of eleven hours at most`() async throws {
        var store = Self.store(20 * 3600...30 * 3600)
        store.cardBytes = 105
        let server = try await started(store)
        await server.advance(to: Fixtures.start + .minutes(5))
        #expect(listings(server).allSatisfy { $0.offer == nil && $0.seconds == 11 * 3600 })
    }

    private func change(_ kind: ChangeOrder.Kind, on server: VirtualServer, key: String = "a") async throws
        -> ChangeAnswer
    {
        let order = ChangeOrder(store: "main", kind: kind, reason: "x", by: "anna", key: key, at: server.time.now)
        return try await server.engine.publisher.change(order, timeline: server.time.timeline) { _ in nil }
    }

    @Test func `are replaced from a listing on, and keep their end`() async throws {
        let server = try await started()
        await server.advance(to: Fixtures.start + .minutes(5))
        let running = try #require(item(server, at: 1)?.offer)
        let next = try #require(
            listings(server).first { $0.position == 1 && $0.start > server.time.now }?.start
                ?? item(server, at: 1)?.end)
        await server.advance(to: next - .minutes(3))
        _ = try await change(.replacement(position: 1, start: next, item: "item-299"), on: server)
        await server.advance(to: next + .hours(3))
        let shown = try #require(item(server, at: 1))
        #expect(shown.listing.item == "item-299" && shown.offer?.span == next..<running.end)
        await server.advance(to: running.end + .minutes(1))
        #expect(item(server, at: 1)?.listing.item != "item-299")
    }

    @Test func `are replaced while they run, also before the first listing is drawn whose key can be kept back`()
        async throws
    {
        let server = try await started()
        await server.advance(to: Fixtures.start + .minutes(5))
        let running = try #require(item(server, at: 1)?.offer)
        var now = try #require(item(server, at: 1)?.end) + .minutes(2)
        await server.advance(to: now)
        let next = try #require(item(server, at: 1)?.end)
        #expect(next - now > .minutes(30) && next < running.end)
        _ = try await change(.replacement(position: 1, start: now, item: "item-299"), on: server)
        #expect(item(server, at: 1)?.listing.item == running.item)
        let twin = try await server.twin()
        now = next + .minutes(70)
        await server.advance(to: now)
        _ = await twin.act()
        for server in [server, twin] {
            let shown = try #require(item(server, at: 1))
            #expect(shown.listing.item == "item-299" && shown.offer?.span == next..<running.end)
        }
        await #expect(throws: ChangeRefusal.noSuchListing) {
            try await change(.replacement(position: 1, start: running.end, item: "item-298"), on: server, key: "b")
        }
    }

    @Test func `that were replaced end there in the future, too`() async throws {
        let server = try await started()
        await server.advance(to: Fixtures.start + .minutes(5))
        let running = try #require(item(server, at: 1)?.offer)
        let next = try #require(item(server, at: 1)?.end)
        await server.advance(to: next - .minutes(3))
        _ = try await change(.replacement(position: 1, start: next, item: "item-299"), on: server)
        let entries = try await server.engine.futures.look(at: "main", from: nil, hours: 40) { future in
            future.entries.filter { $0.position == 1 }.map(\.offer)
        }
        #expect(entries.prefix(2).map(\.span) == [running.start..<next, next..<running.end])
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.end == $1.start })
    }

    @Test func `that began before a redraw stay, and later ones get new items and keep both ends`() async throws {
        let server = try await started(Self.store(2 * 3600...2 * 3600 + 900))
        await server.advance(to: Fixtures.start + .minutes(5))
        let running = (0..<4).compactMap { item(server, at: $0)?.offer }
        let first = running.min { $0.end < $1.end }!
        await server.advance(to: first.end - .minutes(8))
        let before = Set(listings(server).compactMap(\.offer))
        _ = try await change(.redraw(from: server.time.now), on: server)
        let after = Set(listings(server).compactMap(\.offer))
        #expect(running.filter { $0.end > server.time.now }.allSatisfy(after.contains))
        let spans = { (offers: Set<Offer>) in Set(offers.map { "\($0.position) \($0.start) \($0.end)" }) }
        #expect(spans(before) == spans(after))
        #expect(after.contains { $0.start == first.end })
    }
}
