import ShelfModel
import Testing

@Suite struct OddsTests {
    @Test func `kept weights are those that the rules give at that instant`() {
        let wrong = RandomShop.all.faulty { shop in
            var (odds, random) = (shop.odds, SplitMix64(seed: shop.number))
            return (0..<20).contains { _ in
                let instant = shop.start + .seconds(Int.random(in: -50_000_000...50_000_000, using: &random))
                return odds.weights(at: instant) != Self.weights(shop, at: instant)
            }
        }
        #expect(wrong == [])
    }

    @Test func `the rules give the weights that their words say`() {
        let wrong = RandomShop.all.faulty { shop in
            var random = SplitMix64(seed: shop.number)
            return (0..<20).contains { _ in
                let instant = shop.start + .seconds(Int.random(in: -50_000_000...50_000_000, using: &random))
                let said = Oracle(shop).weights(at: instant)
                return Self.weights(shop, at: instant).map(\.millionths)
                    != shop.catalogue.items.map { said[$0.id] ?? 0 }
            }
        }
        #expect(wrong == [])
    }

    @Test func `an item is found at as many places as it weighs, and none that is barred`() {
        let wrong = RandomShop.all.faulty { shop in
            var (odds, random) = (shop.odds, SplitMix64(seed: shop.number))
            let weights = odds.weights(at: shop.start).map(\.millionths)
            let barred = weights.indices.filter { _ in Bool.random(using: &random) }
            let free = weights.indices.filter { !barred.contains($0) && weights[$0] > 0 }
            var place: UInt64 = 0
            for item in free {
                guard odds.item(at: place, passing: barred) == item,
                    odds.item(at: place + weights[item] - 1, passing: barred) == item
                else { return true }
                place += weights[item]
            }
            return odds.total - barred.reduce(0) { $0 + odds.weight(of: $1) } != place
        }
        #expect(wrong == [])
    }

    @Test func `no weight changes between two instants of change`() {
        let wrong = RandomShop.all.prefix(200).faulty { shop in
            let odds = shop.odds
            var (instant, changes) = (shop.start - .days(40), 0)
            while let next = odds.nextChange(after: instant), changes < 60 {
                guard next > instant, Self.weights(shop, at: next - .milliseconds(1)) == Self.weights(shop, at: instant)
                else { return true }
                (instant, changes) = (next, changes + 1)
            }
            return false
        }
        #expect(wrong == [])
    }

    @Test func `a season's first day, a release and a birthday are instants of change`() throws {
        let rules = StoreRules(
            store: "s", positions: 1, zone: Zone(offset: .hours(1)),
            weights: [
                WeightRule(factor: .one, selector: Selector(age: .init(over: CalendarAge(months: 6)))),
                WeightRule(
                    factor: .one, selector: Selector(),
                    season: .during(.once(from: day("2026-05-01"), to: day("2026-05-02")))),
            ])
        let odds = Odds(rules: rules, catalogue: try Catalogue([.sample("a", released: "2026-03-31")]))
        var changes = [at("2026-01-01")]
        while let next = odds.nextChange(after: changes.last!) { changes.append(next) }
        #expect(
            changes.dropFirst() == [
                at("2026-03-30", 23), at("2026-04-30", 23), at("2026-05-02", 23), at("2026-09-29", 23),
            ])
    }

    static func weights(_ shop: RandomShop, at instant: Instant) -> [Weight] {
        shop.catalogue.items.map {
            shop.rules.weight(of: $0, editionLeft: shop.editionsLeft[$0], at: instant)
        }
    }
}
