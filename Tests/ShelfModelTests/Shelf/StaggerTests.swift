import ShelfModel
import Testing

/// A new store, and a position that is new, begin before the first window, each at a moment of its own.
@Suite struct StaggerTests {
    static let firstWindow = at("2026-03-01", 12)

    static func firstStarts(positions: Int, seed: ScheduleSeed) throws -> [Instant] {
        let rules = StoreRules(store: "s", positions: positions, shelfLife: 45...240)
        var schedule = Schedule(
            odds: Odds(rules: rules, catalogue: try .numbered(200)), seed: seed, after: [], firstWindow: firstWindow)
        let listings = try schedule.extend(until: firstWindow + .milliseconds(1))
        return (0..<positions).map { position in listings.first { $0.position == position }!.start }
    }

    @Test func `a new store starts one to two of the longest shelf lives before its first window`() throws {
        let span = Self.firstWindow - .seconds(480)...Self.firstWindow - .seconds(240)
        let starts = try Self.firstStarts(positions: 80, seed: .sample())
        #expect(starts.allSatisfy(span.contains))
    }

    @Test func `right after its first window a new store changes as often as ever after`() throws {
        let rules = StoreRules(store: "s", positions: 80, shelfLife: 45...240)
        var (early, late) = (0, 0)
        for number in 0..<40 {
            var schedule = Schedule(
                odds: Odds(rules: rules, catalogue: try .numbered(200)), seed: .sample(number), after: [],
                firstWindow: Self.firstWindow)
            for listing in try schedule.extend(until: Self.firstWindow + .minutes(21)) {
                let minute = (listing.start - Self.firstWindow).milliseconds / 60_000
                if listing.start >= Self.firstWindow, minute == 0 { early += 1 }
                if minute == 20 { late += 1 }
            }
        }
        #expect(early > 1000 && abs(early - late) * 10 < late)
    }

    @Test func `the first starts are spread evenly`() throws {
        let starts = try (0..<50).flatMap { try Self.firstStarts(positions: 80, seed: .sample($0)) }
        let counts = (240...480).map { ago in starts.count { $0 == Self.firstWindow - .seconds(ago) } }
        let expected = counts.map { _ in Double(starts.count) / 241 }
        #expect(abs(ChiSquare(counts: counts, expected: expected).deviation) < 4)
    }

    @Test func `no listing starts before the earliest instant that is allowed`() throws {
        let rules = StoreRules(store: "s", positions: 80, shelfLife: 45...240)
        let earliest = Self.firstWindow - .seconds(10)
        var schedule = Schedule(
            odds: Odds(rules: rules, catalogue: try .numbered(200)), seed: .sample(), after: [],
            firstWindow: Self.firstWindow, earliest: earliest)
        let starts = try schedule.extend(until: Self.firstWindow + .milliseconds(1)).map(\.start)
        #expect(starts.min() == earliest)
        #expect(Set(starts).count > 5)
    }

    @Test func `another seed staggers otherwise`() throws {
        let starts = try (0..<2).map { try Self.firstStarts(positions: 20, seed: .sample($0)) }
        #expect(starts[0] != starts[1])
    }

    @Test func `a position added later starts at the first end of the others, and disturbs none of them`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            let middle = shop.start + .seconds(shop.length.wholeSeconds / 2)
            var before = shop.schedule()
            let stored = try before.extend(until: middle)
            let wider = RandomShop(shop, rules: shop.rules.with(positions: shop.rules.positions + 2))
            var after = wider.schedule(after: stored, until: middle)
            let all = stored + (try after.extend(until: shop.end))
            let added = all.filter { $0.position >= shop.rules.positions }
            let starts = Dictionary(grouping: added, by: \.position).mapValues { $0.map(\.start).min() }
            return Set(starts.values) != [before.end]
                || !Self.covers(
                    all, positions: wider.rules.positions, steady: shop.rules.positions, span: shop.start..<shop.end)
                || !Self.covers(
                    all.filter { $0.end > before.end }, positions: wider.rules.positions, span: before.end..<shop.end)
        }
        #expect(wrong == [])
    }

    @Test func `a position added later shows nothing that stands elsewhere at the time`() throws {
        let rules = StoreRules(store: "s", positions: 4, shelfLife: 45...240, noRepeat: .minutes(5))
        let catalogue = try Catalogue.numbered(200)
        var before = Schedule(
            odds: Odds(rules: rules, catalogue: catalogue), seed: .sample(), after: [], firstWindow: Self.firstWindow)
        let horizon = Self.firstWindow + .minutes(20)
        let stored = try before.extend(until: horizon)
        var after = Schedule(
            odds: Odds(rules: rules.with(positions: 8), catalogue: catalogue), seed: .sample(), after: stored,
            until: horizon, firstWindow: Self.firstWindow + .minutes(10))
        let all = stored + (try after.extend(until: Self.firstWindow + .minutes(40)))
        for listings in Dictionary(grouping: all, by: \.item).values.map({ $0.sorted { $0.start < $1.start } }) {
            #expect(zip(listings, listings.dropFirst()).allSatisfy { $1.start - $0.end >= .minutes(5) })
        }
    }

    @Test func `a position taken away is drawn no more, and starts like a new one when it is back`() throws {
        let shop = RandomShop.all.first { $0.rules.positions > 2 }!
        var before = shop.schedule()
        let (taken, back) = (shop.start + .minutes(5), shop.start + .minutes(15))
        var stored = try before.extend(until: taken)
        var narrow = RandomShop(shop, rules: shop.rules.with(positions: 2)).schedule(after: stored, until: taken)
        let drawn = try narrow.extend(until: back)
        #expect(Set(drawn.map(\.position)) == [0, 1])
        stored += drawn
        var wide = shop.schedule(after: stored, until: back)
        let again = try wide.extend(until: shop.end)
        #expect(again.first { $0.position == 2 }?.start == narrow.end)
    }

    @Test func `a position that is back before its last listing is over goes on after it`() throws {
        let shop = RandomShop.all.first { $0.rules.positions > 2 }!
        var before = shop.schedule()
        let horizon = shop.start + .minutes(5)
        let stored = try before.extend(until: horizon)
        var narrow = RandomShop(shop, rules: shop.rules.with(positions: 2)).schedule(after: stored, until: horizon)
        #expect(try narrow.extend(until: horizon) == [])
        var wide = shop.schedule(after: stored, until: horizon)
        #expect(try wide.extend(until: shop.end) == before.extend(until: shop.end))
    }

    private static func covers(
        _ listings: [Offer], positions: Int, steady: Int? = nil, span: Range<Instant>
    ) -> Bool {
        do {
            try Coverage.check(
                listings.sorted { $0.start < $1.start }, positions: positions, steady: steady, span: span)
            return true
        } catch { return false }
    }
}

extension StoreRules {
    func with(positions: Int) -> StoreRules {
        StoreRules(
            store: store, positions: positions, shelfLife: shelfLife, noRepeat: noRepeat, zone: zone,
            choice: choice, weights: weights)
    }
}

extension Catalogue {
    /// So many items, all alike.
    static func numbered(_ count: Int) throws -> Catalogue {
        try Catalogue((0..<count).map { .sample("i\($0)") })
    }
}
