import ShelfModel
import Testing

/// What a schedule does when the rules leave too few items.
@Suite struct NarrowChoiceTests {
    static func listings(items: Int, positions: Int, noRepeat: TimeSpan = .minutes(10)) throws -> [Offer] {
        let rules = StoreRules(store: "s", positions: positions, shelfLife: 45...120, noRepeat: noRepeat)
        var schedule = Schedule(
            odds: Odds(rules: rules, catalogue: try .numbered(items)), seed: .sample(), after: [],
            firstWindow: at("2026-03-01"))
        let listings = try schedule.extend(until: at("2026-03-01", 2))
        try Coverage.check(listings, positions: positions, span: at("2026-03-01")..<at("2026-03-01", 2))
        return listings
    }

    /// How many pairs of listings show one item at the same time.
    static func twins(_ listings: [Offer]) -> Int {
        Dictionary(grouping: listings, by: \.item).values.reduce(0) { sum, same in
            sum + same.indices.reduce(0) { pairs, later in pairs + same[..<later].count { $0.end > same[later].start } }
        }
    }

    @Test(arguments: [(4, 4), (5, 4), (2, 1), (12, 6)])
    func `with too few for no-repeat, still nothing stands twice at once`(items: Int, positions: Int) throws {
        #expect(Self.twins(try Self.listings(items: items, positions: positions)) == 0)
    }

    @Test(arguments: [(1, 4), (3, 4), (1, 2)])
    func `with fewer items than positions, something stands twice, but no position is bare`(
        items: Int, positions: Int
    ) throws {
        #expect(Self.twins(try Self.listings(items: items, positions: positions)) > 0)
    }

    @Test func `as many items as needed are enough, and one fewer is not`() throws {
        let rules = StoreRules(store: "s", positions: 2, shelfLife: 45...45, noRepeat: .seconds(90))
        #expect(rules.itemsNeeded == 6)
        for (items, keeps) in [(6, true), (4, false)] {
            var schedule = Schedule(
                odds: Odds(rules: rules, catalogue: try .numbered(items)), seed: .sample(), after: [],
                firstWindow: at("2026-03-01"))
            let byItem = Dictionary(grouping: try schedule.extend(until: at("2026-03-01", 1)), by: \.item)
            let kept = byItem.values.allSatisfy { listings in
                zip(listings, listings.dropFirst()).allSatisfy { $1.start - $0.end >= rules.noRepeat }
            }
            #expect(kept == keeps)
        }
    }

    @Test func `with nothing to show it says so, names the store and the day, and draws nothing`() throws {
        let catalogue = try Catalogue([.sample("new", released: "2026-03-02")])
        let rules = StoreRules(store: "vintage", positions: 1)
        var schedule = Schedule(
            odds: Odds(rules: rules, catalogue: catalogue), seed: .sample(), after: [], firstWindow: at("2026-03-01"))
        let refusal = #expect(throws: Schedule.NothingToShow.self) { try schedule.extend(until: at("2026-03-03")) }
        #expect(refusal?.store == "vintage")
        #expect(refusal.map { "\($0)" }?.contains("2026-02-28") == true)
    }

    @Test func `with no items at all it says so too`() throws {
        var schedule = Schedule(
            odds: Odds(rules: StoreRules(store: "s", positions: 1), catalogue: try .numbered(0)), seed: .sample(),
            after: [], firstWindow: at("2026-03-01"))
        #expect(throws: Schedule.NothingToShow.self) { try schedule.extend(until: at("2026-03-02")) }
    }

    @Test func `an item that left the catalogue stays where it was and is drawn no more`() throws {
        let stored = [Offer(position: 0, start: at("2026-03-01"), seconds: 60, item: "gone")]
        var schedule = Schedule(
            odds: Odds(rules: StoreRules(store: "s", positions: 1), catalogue: try .numbered(3)), seed: .sample(),
            after: stored, firstWindow: at("2026-03-01"))
        let next = try schedule.extend(until: at("2026-03-01", 1))
        #expect(next.first?.start == at("2026-03-01", 0, 1))
        #expect(!next.contains { $0.item == "gone" })
    }
}
