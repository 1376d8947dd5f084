import ShelfConfiguration
import ShelfModel
import Testing

/// Two people's changes in one content.
@Suite struct ContentMergeTests {
    private static let header = "id,name,set,released,price,edition,glyph\n"

    private func version(rows: [String], title: String = "Ours", plan: String? = nil) throws -> WrittenContent {
        let yaml = "title: \(title)\ncatalogue: [items.csv]\nstores:\n  - {id: main, positions: 4}\n"
        var files = [
            ContentFile(path: "content.yaml", bytes: Array(yaml.utf8)),
            ContentFile(path: "items.csv", bytes: Array((Self.header + rows.joined(separator: "\n")).utf8)),
        ]
        if let plan { files.append(ContentFile(path: "plan.yaml", bytes: Array("main:\n\(plan)".utf8))) }
        return WrittenContent(files, try ConfigurationLoader.content(files, now: .testNow).content)
    }

    private static func row(_ number: Int, price: Int = 10) -> String {
        "item-\(number),Item,set,2020-01-01,\(price),,"
    }

    private static let rows = (1...30).map { row($0) }

    private func merged(
        _ base: WrittenContent, _ ours: WrittenContent, _ theirs: WrittenContent
    ) throws -> Content {
        let files = try ContentMerge.files(of: theirs, with: ours, since: base)
        return try ConfigurationLoader.content(files, now: .testNow).content
    }

    @Test func `changed lines, added items and removed ones of both are in the result`() throws {
        let base = try version(rows: Self.rows)
        let changed = [Self.row(1, price: 5)] + Self.rows.dropFirst().dropLast(2) + [Self.row(30)]
        let ours = try version(rows: changed + [Self.row(40)])
        let theirs = try version(rows: [Self.row(0)] + Self.rows + [Self.row(41)], title: "Friday")
        let content = try merged(base, ours, theirs)
        #expect(content.title == "Friday" && content.catalogue["item-1"]?.price == 5)
        #expect(content.catalogue["item-29"] == nil)
        for id in ["item-0", "item-2", "item-30", "item-40", "item-41"] {
            #expect(content.catalogue[id] != nil, "\(id)")
        }
        #expect(content.catalogue.items.count == 32)
    }

    @Test func `the same change in both is one, and another change of the same line is a conflict`() throws {
        let base = try version(rows: Self.rows)
        let five = try version(rows: [Self.row(1, price: 5)] + Self.rows.dropFirst())
        let six = try version(rows: [Self.row(1, price: 6)] + Self.rows.dropFirst())
        #expect(try merged(base, five, five).catalogue["item-1"]?.price == 5)
        #expect(throws: ContentMerge.Conflict.self) { try merged(base, five, six) }
        let gone = try version(rows: Array(Self.rows.dropFirst()))
        #expect(throws: ContentMerge.Conflict.self) { try merged(base, five, gone) }
    }

    @Test(.timeLimit(.minutes(1))) func `files of which nothing is alike are told apart in no time`() throws {
        func lines(_ word: String) -> [ContentFile] {
            [ContentFile(path: "x.csv", bytes: Array((0..<100_000).map { "\(word) \($0)\n" }.joined().utf8))]
        }
        let content = try version(rows: Self.rows).content
        #expect(throws: ContentMerge.Conflict.self) {
            try ContentMerge.files(
                of: WrittenContent(lines("theirs"), content), with: WrittenContent(lines("ours"), content),
                since: WrittenContent(lines("base"), content))
        }
    }

    @Test func `rows of a plan are put together however the files are written`() throws {
        let one = "  - {item: item-1, from: 2026-12-01T10:00, for: 5m}\n"
        let base = try version(rows: Self.rows, plan: "# Ours.\n" + one)
        let long = "  - item: item-1\n    from: 2026-12-01T10:00\n    for: 5m\n"
        let ours = try version(
            rows: Self.rows, plan: long + "  - {item: item-2, from: 2026-12-02T10:00, for: 5m}\n")
        let theirs = try version(rows: Self.rows, plan: one + "  - {item: item-3, from: 2026-12-03T10:00, for: 5m}\n")
        #expect(try merged(base, ours, theirs).stores[0].rules.plan.map(\.item) == ["item-1", "item-3", "item-2"])
        let without = try version(rows: Self.rows)
        #expect(try merged(base, without, theirs).stores[0].rules.plan.map(\.item) == ["item-3"])
    }

    @Test func `at random, what each has changed alone is in the result, line by line`() throws {
        var random = KeyedGenerator(key: [UInt8](repeating: 3, count: 32), nonce: (0, 0, 0))
        for _ in 0..<100 {
            var (ours, theirs) = (Self.rows, Self.rows)
            var prices: [Int: Int] = [:]
            for number in 1...30 {
                switch random.next(below: 6) {
                case 0: (ours[number - 1], prices[number]) = (Self.row(number, price: 20), 20)
                case 1: (theirs[number - 1], prices[number]) = (Self.row(number, price: 30), 30)
                default: prices[number] = 10
                }
            }
            let content = try merged(version(rows: Self.rows), version(rows: ours), version(rows: theirs))
            for (number, price) in prices { #expect(content.catalogue["item-\(number)"]?.price == Int64(price)) }
        }
    }
}
