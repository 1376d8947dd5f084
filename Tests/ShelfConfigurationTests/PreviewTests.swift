import ShelfConfiguration
import ShelfModel
import Testing

@Suite struct PreviewTests {
    private static let day = Instant.testNow..<Instant.testNow + .hours(24)

    private static let catalogue: Catalogue = {
        let date = CalendarDate(year: 2020, month: 1, day: 1)!
        let items = (0..<40).map { number in
            Item(
                id: "item-\(number)", name: "Item \(number)", set: number < 10 ? "few" : "many", released: .date(date),
                price: 10)
        }
        // No two share an id.
        return try! Catalogue(items)
    }()

    private static let rules = StoreRules(
        store: "main", positions: 2,
        weights: [WeightRule(factor: Weight(millionths: 9_000_000), selector: Selector(sets: ["few"]))])

    private static func preview(
        _ rules: StoreRules = rules, catalogue: Catalogue = catalogue, span: Range<Instant> = day, number: UInt64 = 0
    ) throws -> Preview {
        try Preview(rules: rules, catalogue: catalogue, span: span, number: number)
    }

    @Test func `the same number draws the same listings, another draws others`() throws {
        #expect(try Self.preview(number: 7).listings == Self.preview(number: 7).listings)
        #expect(try Self.preview(number: 7).listings != Self.preview(number: 8).listings)
    }

    @Test func `listings start within the span, in order, and go on without a gap`() throws {
        let listings = try Self.preview().listings
        #expect(listings.allSatisfy { Self.day.contains($0.start) })
        #expect(zip(listings, listings.dropFirst()).allSatisfy { $0.start <= $1.start })
        for position in 0..<2 {
            let row = listings.filter { $0.position == position }
            #expect(zip(row, row.dropFirst()).allSatisfy { $0.end == $1.start })
        }
    }

    @Test func `what is asked for is the weight beside the total`() throws {
        let sets = try Self.preview().sharesBySet()
        #expect(abs((sets["few"]?.expected ?? 0) - 90.0 / 120) < 1e-9)
        #expect(abs((sets["many"]?.expected ?? 0) - 30.0 / 120) < 1e-9)
    }

    @Test func `what is shown comes near to what is asked for`() throws {
        let preview = try Self.preview()
        let few = try #require(preview.sharesBySet()["few"])
        #expect(abs(Double(few.drawn) / Double(preview.listings.count) - few.expected) < 0.05)
        #expect(preview.shares().reduce(0) { $0 + $1.drawn } == preview.listings.count)
    }

    @Test func `weights that change within the span count for the draws that were made by them`() throws {
        let midnight = CalendarDate(Instant.testNow).start() + .days(1)
        let tomorrow = CalendarDate(midnight)
        let rules = StoreRules(
            store: "main", positions: 2,
            weights: [
                WeightRule(
                    factor: .zero, selector: Selector(sets: ["few"]),
                    season: .during(.once(from: tomorrow, to: tomorrow)))
            ])
        let preview = try Self.preview(rules)
        let before = preview.listings.count { $0.start < midnight }
        let few = try #require(preview.sharesBySet()["few"])
        #expect(abs(few.expected - 0.25 * Double(before) / Double(preview.listings.count)) < 1e-9)
        #expect(preview.listings.allSatisfy { $0.start < midnight || Self.catalogue[$0.item]?.set == "many" })
    }

    @Test func `the table lines up and says that the server draws otherwise`() throws {
        let span = Instant.testNow..<Instant.testNow + .minutes(5)
        let lines = PreviewReport(try Self.preview(span: span), title: "Shelf").listings
        #expect(lines[0].hasPrefix("Shelf, 2026-11-21T09:00:00Z to 2026-11-21T09:05:00Z: "))
        #expect(lines[1].contains("secret"))
        #expect(lines[3].hasPrefix("start                 position  seconds  item"))
        #expect(Set(lines[3...].map(\.count)).count == 1)
    }

    @Test func `the summary gives every set and item its share`() throws {
        let lines = PreviewReport(try Self.preview(), title: "Shelf").summary
        #expect(lines.contains { $0.hasPrefix("few ") && $0.hasSuffix("  75.000%") })
        #expect(lines.count { $0.hasPrefix("item-") } == 40)
        #expect(lines.contains("0 of 40 items can't be drawn in this span."))
    }
}
