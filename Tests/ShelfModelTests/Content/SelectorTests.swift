import ShelfModel
import Testing

@Suite struct SelectorTests {
    static let coin = Item.sample("coin", set: "money", released: "2026-01-31", price: 250, edition: 50)

    static func matches(_ selector: Selector, left: Int64? = 50, at instant: Instant = at("2026-06-01")) -> Bool {
        selector.matches(coin, editionLeft: left, at: instant, in: .utc)
    }

    @Test func `a selector without conditions matches everything`() {
        #expect(Self.matches(Selector()))
    }

    @Test(arguments: [
        (Selector(sets: ["money", "sky"]), true), (Selector(sets: ["sky"]), false), (Selector(sets: []), false),
        (Selector(items: ["coin"]), true), (Selector(items: ["note"]), false),
        (Selector(price: .init(from: 250)), true), (Selector(price: .init(from: 251)), false),
        (Selector(price: .init(to: 250)), true), (Selector(price: .init(to: 249)), false),
        (Selector(price: .init(from: 250, to: 250)), true), (Selector(price: .init()), true),
        (Selector(editionLeft: .init(from: 1, to: 50)), true), (Selector(editionLeft: .init(to: 49)), false),
        (Selector(sets: ["money"], items: ["coin"], price: .init(to: 300)), true),
        (Selector(sets: ["money"], items: ["coin"], price: .init(to: 200)), false),
        (Selector(sets: ["sky"], items: ["coin"]), false),
    ])
    func `all of a selector's conditions must hold`(selector: Selector, holds: Bool) {
        #expect(Self.matches(selector) == holds)
    }

    @Test func `an item without an edition never matches what is left of one`() {
        #expect(!Self.matches(Selector(editionLeft: .init()), left: nil))
        #expect(Self.matches(Selector(editionLeft: .init()), left: 0))
    }

    @Test(arguments: [
        ("2026-01-31", false), ("2026-02-27", false), ("2026-02-28", true), ("2026-07-30", true),
        ("2026-07-31", false), ("2027-01-01", false),
    ])
    func `an age range holds from one birthday until the other`(text: String, holds: Bool) {
        let range = Selector.AgeRange(over: CalendarAge(months: 1), under: CalendarAge(months: 6))
        #expect(Self.matches(Selector(age: range), at: at(text)) == holds)
        #expect(Self.matches(Selector(age: range), at: at(text, 23, 59, 59)) == holds)
    }

    @Test func `an age range may be open at either side`() {
        #expect(Self.matches(Selector(age: .init(over: CalendarAge(months: 1))), at: at("2099-01-01")))
        #expect(Self.matches(Selector(age: .init(under: CalendarAge(months: 1))), at: at("2026-02-27")))
        #expect(Self.matches(Selector(age: .init()), at: at("2026-02-01")))
    }
}

@Suite struct ChoiceTests {
    static func shows(_ choice: Choice, _ item: Item) -> Bool {
        StoreRules(store: "s", positions: 1, choice: choice)
            .weight(of: item, editionLeft: item.edition, at: at("2026-06-01")) > .zero
    }

    @Test func `a choice takes what it includes, except what it excepts`() {
        let choice = Choice(
            include: Selector(sets: ["sky", "sea"]),
            except: [Selector(items: ["gull"]), Selector(price: .init(from: 900))])
        #expect(Self.shows(choice, .sample("star", set: "sky")))
        #expect(!Self.shows(choice, .sample("gull", set: "sea")))
        #expect(!Self.shows(choice, .sample("sun", set: "sky", price: 900)))
        #expect(!Self.shows(choice, .sample("coin", set: "money")))
    }

    @Test func `the choice of all takes all`() {
        #expect(Self.shows(.all, .sample("coin")))
    }
}
