import ShelfModel
import Testing

@Suite struct ChoiceCheckTests {
    static let year = at("2026-01-01")..<at("2027-01-01")

    static func shortage(
        _ items: [Item], positions: Int = 3, noRepeat: TimeSpan = .zero, choice: Choice = .all,
        weights: [WeightRule] = []
    ) throws -> ChoiceCheck.Shortage? {
        let rules = StoreRules(
            store: "s", positions: positions, shelfLife: 60...90, noRepeat: noRepeat, choice: choice, weights: weights)
        return ChoiceCheck.shortage(rules: rules, catalogue: try Catalogue(items), in: year)
    }

    @Test func `as many items as are needed are enough`() throws {
        #expect(try Self.shortage(["a", "b", "c"].map { .sample($0) }) == nil)
    }

    @Test func `one fewer is a shortage from the beginning, told with its numbers`() throws {
        let shortage = try Self.shortage(["a", "b"].map { .sample($0) })
        #expect(shortage?.from == at("2026-01-01"))
        #expect(shortage?.eligible == 2)
        #expect(shortage?.needed == 3)
    }

    @Test func `no-repeat counts`() throws {
        let items = (0..<8).map { Item.sample("i\($0)") }
        #expect(try Self.shortage(items, noRepeat: .seconds(60))?.needed == nil)
        #expect(try Self.shortage(items, noRepeat: .seconds(61))?.needed == 9)
    }

    @Test func `a shortage that begins when items grow too old is told months before`() throws {
        let young = Choice(include: Selector(age: .init(under: CalendarAge(months: 6))))
        let items = ["a", "b", "c"].map { Item.sample($0, released: "2025-12-31") }
        let shortage = try Self.shortage(items + [.sample("d", released: "2026-02-14")], choice: young)
        #expect(shortage?.from == at("2026-06-30"))
        #expect(shortage?.eligible == 1)
    }

    @Test func `a shortage that a season brings is told too`() throws {
        let summer = DateSpan.yearly(from: monthDay(7, 1), to: monthDay(8, 31))
        let never = WeightRule(factor: .zero, selector: Selector(sets: ["winter"]), season: .during(summer))
        let items = ["a", "b"].map { Item.sample($0) } + ["c", "d"].map { Item.sample($0, set: "winter") }
        let shortage = try Self.shortage(items, weights: [never])
        #expect(shortage?.from == at("2026-07-01"))
        #expect(shortage?.eligible == 2)
    }

    @Test func `a shortage after the span is nobody's concern yet`() throws {
        let summer = DateSpan.once(from: day("2027-01-01"), to: day("2027-02-01"))
        let never = WeightRule(factor: .zero, selector: Selector(), season: .during(summer))
        #expect(try Self.shortage(["a", "b", "c"].map { .sample($0) }, weights: [never]) == nil)
    }

    @Test func `items that come in time end no shortage that was there before`() throws {
        let items = ["a", "b"].map { Item.sample($0) } + [.sample("c", released: "2026-01-02")]
        #expect(try Self.shortage(items)?.from == at("2026-01-01"))
    }
}
