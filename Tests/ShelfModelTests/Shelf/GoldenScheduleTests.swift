import ShelfModel
import Testing

/// The draws' arithmetic, fixed: the literals come from an independent implementation.
///
/// When one of them changes, every store in the world shows something else
/// after an update than before it. That needs a decision, not another literal.
@Suite struct GoldenScheduleTests {
    static let midnight = at("2027-01-01")
    static let firstWindow = midnight - .seconds(120)

    /// Over New Year: the season of two items ends, and one item is released half a minute later.
    static func schedule() throws -> Schedule {
        let december = DateSpan.yearly(from: monthDay(12, 1), to: monthDay(12, 31))
        let rules = StoreRules(
            store: "golden", positions: 2, shelfLife: 40...90, noRepeat: .seconds(60),
            weights: [
                WeightRule(
                    factor: Weight(decimal: "0.02")!, selector: Selector(sets: ["festive"]), season: .outside(december)),
                WeightRule(factor: Weight(decimal: "2.5")!, selector: Selector(items: ["comet"])),
            ])
        let rose = Item(
            id: "rose", name: "Rose", set: "plain", released: .instant(midnight + .seconds(30)), price: 5)
        let catalogue = try Catalogue(
            [rose] + ["moon", "star", "comet", "fir"].map { .sample($0) }
                + ["gift", "bell"].map { .sample($0, set: "festive") })
        let before = [
            Offer(position: 0, start: firstWindow - .seconds(100), seconds: 64, item: "gone"),
            Offer(position: 1, start: firstWindow - .seconds(100), seconds: 89, item: "gone"),
        ]
        return Schedule(
            odds: Odds(rules: rules, catalogue: catalogue), seed: .sample(), after: before, firstWindow: firstWindow)
    }

    @Test func `this seed, catalogue and these rules give exactly these listings`() throws {
        let golden: [(position: Int, start: Int, seconds: Int, item: String)] = [
            (0, -36, 79, "moon"), (1, -11, 77, "comet"), (0, 43, 66, "star"), (1, 66, 90, "bell"),
            (0, 109, 67, "fir"), (1, 156, 86, "moon"), (0, 176, 56, "comet"), (0, 232, 77, "rose"),
            (1, 242, 78, "fir"), (0, 309, 87, "comet"), (1, 320, 87, "moon"), (0, 396, 71, "fir"),
            (1, 407, 52, "rose"),
        ]
        var schedule = try Self.schedule()
        let listings = try schedule.extend(until: Self.firstWindow + .seconds(420))
        #expect(
            listings
                == golden.map {
                    Offer(
                        position: $0.position, start: Self.firstWindow + .seconds($0.start), seconds: $0.seconds,
                        item: $0.item)
                })
    }

    @Test func `a new store's positions begin exactly this long before its first window`() throws {
        let rules = StoreRules(store: "golden", positions: 6, shelfLife: 40...90)
        var schedule = Schedule(
            odds: Odds(rules: rules, catalogue: try .numbered(9)), seed: .sample(), after: [],
            firstWindow: Self.firstWindow)
        let listings = try schedule.extend(until: Self.firstWindow)
        let starts = (0..<6).map { position in listings.first { $0.position == position }?.start }
        #expect(starts == [98, 153, 109, 122, 97, 96].map { Self.firstWindow - .seconds($0) })
    }

    @Test func `a seed says nothing of itself`() {
        #expect("\(ScheduleSeed.sample())" == "ScheduleSeed")
        #expect(String(reflecting: [ScheduleSeed.sample()]) == "[ScheduleSeed]")
    }
}
