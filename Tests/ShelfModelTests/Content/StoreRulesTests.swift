import ShelfModel
import Testing

@Suite struct StoreRulesTests {
    static let december = DateSpan.yearly(from: monthDay(12, 1), to: monthDay(12, 31))
    static let festive = Selector(sets: ["festive"])

    static func weight(
        _ weights: [WeightRule], _ item: Item = .sample("tree", set: "festive"), left: Int64? = nil,
        at instant: Instant = at("2026-06-01"), zone: Zone = .utc
    ) -> Weight {
        StoreRules(store: "s", positions: 1, zone: zone, weights: weights)
            .weight(of: item, editionLeft: left, at: instant)
    }

    static func rule(_ factor: String, _ selector: Selector, _ season: WeightRule.Season = .always) -> WeightRule {
        WeightRule(factor: Weight(decimal: factor)!, selector: selector, season: season)
    }

    @Test func `without rules every item weighs one`() {
        #expect(Self.weight([]) == .one)
    }

    @Test func `each rule that applies multiplies the weight`() {
        let rules = [
            Self.rule("4", Self.festive), Self.rule("0.5", Selector(price: .init(to: 100))),
            Self.rule("100", Selector(items: ["else"])),
        ]
        #expect(Self.weight(rules) == Weight(decimal: "2"))
    }

    @Test(arguments: [
        ("2026-11-30", "0.02"), ("2026-12-01", "1"), ("2026-12-31", "1"), ("2027-01-01", "0.02"),
    ])
    func `festive items hardly ever appear outside December`(text: String, weight: String) {
        let rules = [Self.rule("0.02", Self.festive, .outside(Self.december))]
        #expect(Self.weight(rules, at: at(text)) == Weight(decimal: weight))
        #expect(Self.weight(rules, at: at(text, 23, 59, 59)) == Weight(decimal: weight))
    }

    @Test func `a season is judged on the store's calendar`() {
        let rules = [Self.rule("3", Self.festive, .during(Self.december))]
        #expect(Self.weight(rules, at: at("2026-11-30", 23)) == .one)
        #expect(Self.weight(rules, at: at("2026-11-30", 23), zone: Zone(offset: .hours(1))) == Weight(decimal: "3"))
        #expect(Self.weight(rules, at: at("2026-12-31", 23), zone: Zone(offset: .hours(1))) == .one)
    }

    @Test func `an item weighs nothing before its release, which is judged on the store's calendar`() {
        let item = Item.sample("new", released: "2026-06-02")
        #expect(Self.weight([], item, at: at("2026-06-01", 23, 59, 59)) == .zero)
        #expect(Self.weight([], item, at: at("2026-06-02")) == .one)
        #expect(Self.weight([], item, at: at("2026-06-01", 22), zone: Zone(offset: .hours(2))) == .one)
        #expect(Self.weight([], item, at: at("2026-06-02"), zone: Zone(offset: .hours(-1))) == .zero)
    }

    @Test func `a release at an instant doesn't depend on the calendar`() {
        let noon = at("2026-06-02", 12)
        let item = Item(id: "new", name: "New", set: "s", released: .instant(noon), price: 1)
        #expect(Self.weight([], item, at: noon - .milliseconds(1), zone: Zone(offset: .hours(9))) == .zero)
        #expect(Self.weight([], item, at: noon, zone: Zone(offset: .hours(9))) == .one)
    }

    @Test func `an item that is sold out weighs nothing`() {
        let item = Item.sample("rare", edition: 5)
        #expect(Self.weight([], item, left: 1) == .one)
        #expect(Self.weight([], item, left: 0) == .zero)
    }

    @Test func `a weight can depend on how many are left`() {
        let rules = [Self.rule("7", Selector(editionLeft: .init(to: 10)))]
        #expect(Self.weight(rules, .sample("rare", edition: 50), left: 11) == .one)
        #expect(Self.weight(rules, .sample("rare", edition: 50), left: 10) == Weight(decimal: "7"))
        #expect(Self.weight(rules, .sample("common")) == .one)
    }

    @Test(arguments: [
        (1, 60, 0, 1), (1, 60, 1, 2), (4, 60, 60, 8), (4, 60, 61, 12), (12, 45, 600, 180), (80, 45, 900, 1680),
    ])
    func `no-repeat needs enough items for whatever is drawn`(
        positions: Int, shortest: Int, noRepeat: Int, needed: Int
    ) {
        let rules = StoreRules(
            store: "s", positions: positions, shelfLife: shortest...240, noRepeat: .seconds(noRepeat))
        #expect(rules.itemsNeeded == needed)
    }
}

@Suite struct EditionsLeftTests {
    @Test func `what is sold is taken from the edition, down to nothing`() {
        let left = EditionsLeft(sold: ["a": 3, "b": 9, "c": 1])
        #expect(left[.sample("a", edition: 5)] == 2)
        #expect(left[.sample("b", edition: 5)] == 0)
        #expect(left[.sample("c")] == nil)
        #expect(left[.sample("d", edition: 5)] == 5)
    }
}

@Suite struct CatalogueTests {
    @Test func `the order of a file's rows doesn't matter`() throws {
        let items = ["b", "a", "é", "B", "a-1"].map { Item.sample($0) }
        let catalogue = try Catalogue(items)
        #expect(try Catalogue(items.reversed()) == catalogue)
        #expect(catalogue.items.map(\.id) == ["B", "a", "a-1", "b", "é"])
        #expect(catalogue.index(of: "a-1") == 2)
        #expect(catalogue["b"] == .sample("b"))
        #expect(catalogue["c"] == nil)
    }

    @Test func `two items with one id are refused by name`() {
        let refusal = #expect(throws: Catalogue.DuplicateItem.self) {
            try Catalogue([.sample("a"), .sample("a", set: "other")])
        }
        #expect(refusal?.id == "a")
    }

    @Test func `a catalogue knows its sets`() throws {
        #expect(
            try Catalogue([.sample("a", set: "x"), .sample("b", set: "y"), .sample("c", set: "x")]).sets == ["x", "y"])
    }
}
