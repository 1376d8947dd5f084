import ShelfModel
import ShelfTesting
import ShelfWire

/// The files of a shop with one store, made up at random: items, prices, releases, positions, rules and a plan.
struct RandomContent {
    let files: [ContentFileMessage]

    init(using random: inout SplitMix64) {
        let items = Int.random(in: 20...60, using: &random)
        let rows = (0..<items).map { Self.item($0, &random) }.joined()
        let shortest = Int.random(in: 20...90, using: &random)
        let longest = shortest + Int.random(in: 1...120, using: &random)
        let yaml = """
            title: Shop \(items)
            catalogue: [items.csv]
            stores:
              - id: main
                positions: \(Int.random(in: 1...5, using: &random))
                shelfLife: {from: \(shortest)s, to: \(longest)s}
                noRepeat: \(Int.random(in: 0...3, using: &random))m
                weights: [\(Self.some(0...2, &random, of: Self.weight))]
            """
        let plan = "main: [\(Self.some(0...3, &random, of: Self.appearance))]\n"
        files = [
            ContentFileMessage(path: "items.csv", text: "id,name,set,released,price,edition,glyph\n\(rows)"),
            ContentFileMessage(path: "content.yaml", text: yaml), ContentFileMessage(path: "plan.yaml", text: plan),
        ]
    }

    private static func some(
        _ numbers: ClosedRange<Int>, _ random: inout SplitMix64, of one: (inout SplitMix64) -> String
    ) -> String {
        (0..<Int.random(in: numbers, using: &random)).map { _ in one(&random) }.joined(separator: ", ")
    }

    private static func item(_ number: Int, _ random: inout SplitMix64) -> String {
        let isNew = Int.random(in: 0..<8, using: &random) == 0
        let released = isNew ? "2027-01-15T\(time(&random)):00Z" : "2020-01-01"
        let price = Int.random(in: 0...9999, using: &random)
        return "item-\(number),Item \(number),set-\(number % 4),\(released),\(price),,\n"
    }

    private static func weight(_ random: inout SplitMix64) -> String {
        let factor = ["0.1", "0.5", "3", "20"].randomElement(using: &random)!
        return "{factor: \(factor), sets: [set-\(Int.random(in: 0..<4, using: &random))]}"
    }

    private static func appearance(_ random: inout SplitMix64) -> String {
        var parts = [
            "item: item-\(Int.random(in: 0..<12, using: &random))", "for: \(Int.random(in: 90...600, using: &random))s",
        ]
        if Bool.random(using: &random) { parts.append("position: 1") }
        if Bool.random(using: &random) { parts.append("within: \(Int.random(in: 1...90, using: &random))s") }
        parts.append(
            Bool.random(using: &random)
                ? "from: 2027-01-15T\(time(&random))" : "at: [\"\(time(&random))\"], from: 2027-01-15")
        return "{\(parts.joined(separator: ", "))}"
    }

    /// A minute of the hour from which the tests begin.
    private static func time(_ random: inout SplitMix64) -> String {
        let minute = Int.random(in: 10...59, using: &random)
        return "08:\(minute)"
    }
}
