import ShelfModel
import Testing

/// Weights are honoured: every draw is judged by the chances that the rules gave at that draw.
@Suite struct ScheduleWeightTests {
    @Test func `over all random shops each item is drawn as often as the rules ask`() throws {
        let verdicts = try RandomShop.all.map { try Self.verdict(drawnBy: $0, judgedBy: $0) }
        let sum = verdicts.reduce(ChiSquare(statistic: 0, freedom: 0), +)
        #expect(sum.freedom > 3000)
        #expect(abs(sum.deviation) < 4)
    }

    @Test func `over all random shops one weight doubled is found out`() throws {
        let weighted = RandomShop.all.filter { !$0.rules.weights.isEmpty }
        let verdicts = try weighted.map { shop in
            let doubled = RandomShop(shop, rules: shop.rules.doubling(0))
            return try Self.verdict(drawnBy: doubled, judgedBy: shop)
        }
        #expect(verdicts.reduce(ChiSquare(statistic: 0, freedom: 0), +).deviation > 8)
    }

    @Test func `with nothing excluded plain counts agree with the weights`() throws {
        #expect(abs(try Self.plain(.plain)) < 4)
    }

    @Test func `with nothing excluded one weight doubled is found out`() throws {
        for rule in StoreRules.plain.weights.indices {
            #expect(try Self.plain(StoreRules.plain.doubling(rule)) > 8)
        }
    }

    /// With weights this small, one millionth too many or too few would show.
    @Test func `weights of one, two and three millionths are honoured exactly`() throws {
        let factors = [("i00", UInt64(1)), ("i01", 2), ("i02", 3)]
        let rules = StoreRules(
            store: "s", positions: 1, choice: Choice(include: Selector(items: ["i00", "i01", "i02"])),
            weights: factors.map {
                WeightRule(factor: Weight(millionths: $0.1), selector: Selector(items: [$0.0]))
            })
        var schedule = Schedule(odds: try .plain(rules), seed: .sample(9), after: [], firstWindow: at("2026-01-01"))
        let drawn = try schedule.extend(until: at("2026-01-11"))
        let counts = factors.map { factor in drawn.count { $0.item == factor.0 } }
        let expected = factors.map { Double(drawn.count) * Double($0.1) / 6 }
        #expect(abs(ChiSquare(counts: counts, expected: expected).deviation) < 4)
    }

    @Test func `every shelf life within the range is equally likely`() throws {
        let rules = StoreRules(store: "s", positions: 3, shelfLife: 45...64)
        var schedule = Schedule(odds: try .plain(rules), seed: .sample(9), after: [], firstWindow: at("2026-01-01"))
        let listings = try schedule.extend(until: at("2026-01-05"))
        let counts = (45...64).map { seconds in listings.count { $0.seconds == seconds } }
        let expected = counts.map { _ in Double(listings.count) / 20 }
        #expect(abs(ChiSquare(counts: counts, expected: expected).deviation) < 4)
    }

    @Test func `how long an item stays says nothing of what it is`() throws {
        let rules = StoreRules(store: "s", positions: 1, shelfLife: 45...46)
        var schedule = Schedule(odds: try .plain(rules), seed: .sample(9), after: [], firstWindow: at("2026-01-01"))
        let brief = try schedule.extend(until: at("2026-01-11")).filter { $0.seconds == 45 }
        let counts = try Catalogue.plain().items.map { item in brief.count { $0.item == item.id } }
        let expected = counts.map { _ in Double(brief.count) / Double(counts.count) }
        #expect(abs(ChiSquare(counts: counts, expected: expected).deviation) < 4)
    }

    /// The verdict on the draws of `drawn` by the rules of `judge`, items taken together by set and price.
    static func verdict(drawnBy drawn: RandomShop, judgedBy judge: RandomShop) throws -> ChiSquare {
        var (oracle, result) = (Oracle(judge), DrawJudge(cells: 10))
        for listing in try drawn.offers() {
            var weights = [Double](repeating: 0, count: 10)
            for (id, weight) in oracle.candidates(for: listing) { weights[cell(id)] += Double(weight) }
            result.note(drawn: cell(listing.item), weights: weights)
        }
        return result.verdict
    }

    private static func cell(_ item: Item.ID) -> Int { Int(item.dropFirst())! % 10 }

    /// Pearson's deviation of some 18,000 draws of forty items at one position from ``StoreRules/plain``.
    private static func plain(_ rules: StoreRules) throws -> Double {
        var schedule = Schedule(odds: try .plain(rules), seed: .sample(5), after: [], firstWindow: at("2026-01-01"))
        let drawn = try schedule.extend(until: at("2026-01-11"))
        let counts = Dictionary(grouping: drawn, by: \.item).mapValues(\.count)
        let weights = try Catalogue.plain().items.map { item in
            Double(StoreRules.plain.weight(of: item, editionLeft: nil, at: at("2026-01-01")).millionths)
        }
        let expected = weights.map { $0 / weights.reduce(0, +) * Double(drawn.count) }
        return ChiSquare(counts: try Catalogue.plain().items.map { counts[$0.id] ?? 0 }, expected: expected).deviation
    }
}

extension StoreRules {
    /// One position, nothing excluded, three weights that each speak of something else.
    fileprivate static let plain = StoreRules(
        store: "s", positions: 1, shelfLife: 45...51,
        weights: [
            WeightRule(factor: Weight(decimal: "3")!, selector: Selector(items: ["i07"])),
            WeightRule(factor: Weight(decimal: "0.25")!, selector: Selector(sets: ["s1"])),
            WeightRule(factor: Weight(decimal: "1.5")!, selector: Selector(price: .init(from: 30))),
        ])

    fileprivate func doubling(_ index: Int) -> StoreRules {
        var weights = weights
        let rule = weights[index]
        weights[index] = WeightRule(
            factor: Weight(millionths: rule.factor.millionths * 2), selector: rule.selector, season: rule.season)
        return StoreRules(
            store: store, positions: positions, shelfLife: shelfLife, noRepeat: noRepeat, zone: zone,
            choice: choice, weights: weights)
    }
}

extension Catalogue {
    fileprivate static func plain() throws -> Catalogue {
        try Catalogue(
            (0..<40).map { .sample($0 < 10 ? "i0\($0)" : "i\($0)", set: "s\($0 % 4)", price: Int64($0)) })
    }
}

extension Odds {
    fileprivate static func plain(_ rules: StoreRules) throws -> Odds {
        Odds(rules: rules, catalogue: try .plain())
    }
}
