import ShelfModel
import Testing

@Suite struct `A change of content` {
    private static func price(_ before: String?, _ after: String?, of item: String = "lamp") -> ContentChange {
        ContentChange(subject: "item \(item)", field: "price", before: before, after: after)
    }

    private static func whole(_ before: String?, _ after: String?) -> ContentChange {
        ContentChange(subject: "item lamp", field: nil, before: before, after: after)
    }

    private static func rule(_ before: String?, _ after: String?) -> ContentChange {
        ContentChange(subject: "store main", field: "plan", before: before, after: after)
    }

    struct Pair: Sendable {
        let earlier: ContentChange
        let later: ContentChange
        let overrides: Bool

        init(_ earlier: ContentChange, _ later: ContentChange, _ overrides: Bool) {
            (self.earlier, self.later, self.overrides) = (earlier, later, overrides)
        }
    }

    static let pairs = [
        Pair(price("5", "6"), price("6", "5"), true),
        Pair(price("5", "6"), price("6", "7"), true),
        Pair(price("5", "6"), price("6", "5", of: "rug"), false),
        Pair(price("5", "6"), ContentChange(subject: "item lamp", field: "name", before: "A", after: "B"), false),
        Pair(price("5", nil), price(nil, "7"), true),
        Pair(price("5", "6"), whole("item lamp", nil), true),
        Pair(whole(nil, "item lamp"), whole("item lamp", nil), true),
        Pair(whole("item lamp", nil), whole(nil, "item lamp"), true),
        Pair(whole(nil, "item lamp"), price("5", "6"), true),
        Pair(whole("item lamp", nil), price("5", "6"), false),
        Pair(rule(nil, "a feast"), rule("a feast", nil), true),
        Pair(rule(nil, "a feast"), rule(nil, "a fair"), false),
        Pair(rule("a feast", nil), rule(nil, "a feast"), true),
        Pair(rule("a feast", nil), rule(nil, "a fair"), false),
        Pair(rule("a feast", "a fair"), rule("a fair", nil), true),
        Pair(rule("a feast", "a fair"), rule(nil, "a feast"), true),
        Pair(rule("a feast", "a fair"), rule(nil, "a dance"), false),
    ]

    @Test(arguments: pairs)
    func `overrides an earlier one where it changes the same value, thing or rule again`(pair: Pair) {
        #expect(pair.later.overrides(pair.earlier) == pair.overrides)
    }

    @Test func `undoes that somebody has taken a rule away, if it makes another one of that rule`() {
        let removed = [Self.rule("a feast", nil)]
        let moved = Self.rule(nil, "a later feast")
        let whole = [Self.rule("a feast", "a later feast")]
        #expect(ContentChange.undoing(removed, among: [moved], since: whole) == [moved])
        #expect(ContentChange.undoing(removed, among: [moved], since: [Self.rule(nil, "a later feast")]).isEmpty)
    }
}
