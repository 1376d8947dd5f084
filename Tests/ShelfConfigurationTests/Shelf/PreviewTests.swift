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
        #expect(try Self.preview(number: 7).offers == Self.preview(number: 7).offers)
        #expect(try Self.preview(number: 7).offers != Self.preview(number: 8).offers)
    }

    @Test func `listings start within the span, in order, and go on without a gap`() throws {
        let listings = try Self.preview().offers
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
        #expect(abs(Double(few.drawn) / Double(preview.offers.count) - few.expected) < 0.05)
        #expect(preview.shares().reduce(0) { $0 + $1.drawn } == preview.offers.count)
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
        let before = preview.offers.count { $0.start < midnight }
        let few = try #require(preview.sharesBySet()["few"])
        #expect(abs(few.expected - 0.25 * Double(before) / Double(preview.offers.count)) < 1e-9)
        #expect(preview.offers.allSatisfy { $0.start < midnight || Self.catalogue[$0.item]?.set == "many" })
    }

    /// Forty items, of which one weighs as much as all others together.
    private static func heavy(noRepeat: TimeSpan) -> StoreRules {
        StoreRules(
            store: "main", positions: 2, noRepeat: noRepeat,
            weights: [WeightRule(factor: Weight(millionths: 39_000_000), selector: Selector(items: ["item-7"]))])
    }

    private static let fourDays = Instant.testNow..<Instant.testNow + .days(4)

    @Test(arguments: [TimeSpan.zero, .minutes(5), .minutes(20)])
    func `what noRepeat leaves of a large share is what is shown in the long run`(noRepeat: TimeSpan) throws {
        let preview = try Self.preview(Self.heavy(noRepeat: noRepeat), span: Self.fourDays)
        let count = Double(preview.offers.count)
        let shares = preview.shares()
        let heavy = shares[try #require(Self.catalogue.index(of: "item-7"))]
        #expect(heavy.isCapped && abs(Double(heavy.drawn) / count / heavy.left - 1) < 0.05)
        #expect(shares.count(where: \.isCapped) == 1)
        let largest = NoRepeatLimit(preview.rules).largestShare
        #expect(shares.allSatisfy { Double($0.drawn) / count < largest * 1.02 })
    }

    @Test func `noRepeat caps nothing where all items weigh the same, however long it is`() throws {
        let rules = StoreRules(store: "main", positions: 2, noRepeat: .minutes(25))
        let shares = try Self.preview(rules, span: Self.fourDays).shares()
        #expect(!shares.contains { $0.isCapped })
    }

    @Test func `the largest share is a listing's time beside that of all listings until it may come again`() {
        let rules = StoreRules(store: "main", positions: 3, shelfLife: 100...100, noRepeat: .seconds(400))
        // 3 × 500 ÷ 100 = 15 listings, of which its own position has half a listing less.
        #expect(abs(NoRepeatLimit(rules).largestShare - 1 / 15.5) < 1e-9)
        let always = StoreRules(store: "main", positions: 3, shelfLife: 100...100)
        #expect(abs(NoRepeatLimit(always).largestShare - 1.0 / 3) < 1e-9)
    }

    @Test func `where noRepeat can't be kept, it explains nothing`() throws {
        let preview = try Self.preview(Self.heavy(noRepeat: .hours(2)))
        #expect(preview.shares().allSatisfy { $0.left == $0.expected })
    }

    @Test func `the summary says what noRepeat caps, and how much it leaves`() throws {
        let preview = try Self.preview(Self.heavy(noRepeat: .minutes(5)), span: Self.fourDays)
        let lines = PreviewReport(preview, title: "Shelf").summary
        let line = try #require(lines.first { $0.hasPrefix("item-7 ") })
        #expect(line.contains("  50.000%  capped by noRepeat to about 1"))
        #expect(lines.count { $0.hasPrefix("item-") && $0.contains("capped") } == 1)
        #expect(lines.contains { $0.contains("No item can have more than 14.729%: until its listing and noRepeat") })
        let free = PreviewReport(try Self.preview(), title: "Shelf").summary
        #expect(!free.contains { $0.contains("capped") })
    }

    /// The catalogue, of which two items are limited.
    private static func limited() throws -> Catalogue {
        try Catalogue(
            catalogue.items.map { item in
                guard ["item-3", "item-5"].contains(item.id) else { return item }
                return Item(
                    id: item.id, name: item.name, set: item.set, released: item.released, price: item.price,
                    edition: item.id == "item-3" ? 10 : nil, stock: item.id == "item-3" ? 4 : 2)
            })
    }

    @Test func `the summary says what is limited, and when it can be sold out`() throws {
        let preview = try Self.preview(catalogue: Self.limited())
        let lines = PreviewReport(preview, title: "Shelf", stock: 9).summary
        let third = preview.offers.filter { $0.item == "item-3" }[2]
        let words = lines.map { $0.split(separator: " ").map(String.init) }
        let start = RFC3339.localText(third.start, in: .utc).split(separator: " ").map(String.init)
        #expect(words.contains { $0.first == "item-3" && $0.dropFirst(2) == ["10", "4"] + start })
        #expect(words.contains { $0.first == "item-5" && $0.dropFirst(2) == ["no", "limit", "2", "never"] })
        let whole = PreviewReport(try Self.preview(), title: "Shelf", stock: 9).summary
        #expect(!whole.contains { $0.contains("limited item") })
    }

    @Test func `an edition that is sold out is never shown`() throws {
        let catalogue = try Self.limited()
        let editionsLeft = try SoldEditions.read(["item-3=10"], catalogue: catalogue)
        let preview = try Preview(
            rules: Self.rules, catalogue: catalogue, span: Self.day, number: 0, editionsLeft: editionsLeft)
        #expect(!preview.offers.contains { $0.item == "item-3" })
        #expect(try Self.preview(catalogue: catalogue).offers.contains { $0.item == "item-3" })
    }

    @Test(arguments: [
        ("item-3", #"--sold: found "item-3", expected an item and a number: item-id=7"#),
        ("item-3=x", #"--sold: found "item-3=x", expected an item and a number: item-id=7"#),
        ("item-3=11", #"--sold: found "item-3=11", expected a number up to 10, its edition"#),
        ("item-4=1", #"--sold: found "item-4=1", expected an item with an edition"#),
    ]) func `what is sold is read or refused`(text: String, advice: String) throws {
        let refusal = #expect(throws: SoldEditions.Unreadable.self) {
            try SoldEditions.read([text], catalogue: Self.limited())
        }
        #expect(refusal?.description == advice)
    }

    @Test func `the table lines up and says that the server draws otherwise`() throws {
        let span = Instant.testNow..<Instant.testNow + .minutes(5)
        let lines = PreviewReport(try Self.preview(span: span), title: "Shelf").listings
        #expect(lines[0].hasPrefix("Shelf, 2026-11-21 09:00:00 to 2026-11-21 09:05:00 (UTC+00:00): "))
        #expect(lines[1].contains("secret"))
        #expect(lines[3].hasPrefix("start                position  seconds  item"))
        #expect(Set(lines[3...].map(\.count)).count == 1)
    }

    @Test func `times are the store's local time, and the heading says which that is`() throws {
        let rules = StoreRules(store: "main", positions: 2, zone: Zone(offset: .minutes(330)))
        let preview = try Self.preview(rules, span: Instant.testNow..<Instant.testNow + .minutes(5))
        let lines = PreviewReport(preview, title: "Shelf").listings
        #expect(lines[0].hasPrefix("Shelf, 2026-11-21 14:30:00 to 2026-11-21 14:35:00 (UTC+05:30): "))
        #expect(!preview.offers.isEmpty && lines[4...].allSatisfy { $0.hasPrefix("2026-11-21 14:3") })
    }

    @Test func `the summary gives every set and item its share`() throws {
        let lines = PreviewReport(try Self.preview(), title: "Shelf").summary
        #expect(lines.contains { $0.hasPrefix("few ") && $0.hasSuffix("  75.000%") })
        #expect(lines.count { $0.hasPrefix("item-") } == 40)
        #expect(lines.contains("0 of 40 items can't be drawn in this span."))
    }
}
