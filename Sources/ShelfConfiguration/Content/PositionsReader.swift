import ShelfModel
import Yams

/// Reads `positions`: their number, or groups of them that change in different ways.
struct PositionsReader {
    /// What holds for positions that say nothing themselves.
    let usual: OfferEnd

    private static let most = 65_536

    struct Positions {
        let count: Int
        let groups: [PositionGroup]
    }

    /// Returns `nil` and reports errors when something can't be read.
    func read(_ fields: Fields) -> Positions? {
        guard let field = fields["positions"], field.node.mapping != nil else {
            guard let count = fields.read("positions", .whole(1...Self.most)) else { return nil }
            guard case .changes = usual else { return Positions(count: count, groups: []) }
            return Positions(count: count, groups: [PositionGroup(positions: 0..<count, end: usual)])
        }
        guard let entries = field.entries(of: "positions, such as 1-4"), !entries.isEmpty else { return nil }
        guard let groups = entries.map(group).allPresent() else { return nil }
        let ordered = groups.sorted { $0.positions.lowerBound < $1.positions.lowerBound }
        var next = 0
        for group in ordered {
            guard group.positions.lowerBound == next else {
                let found =
                    group.positions.lowerBound > next
                    ? "nothing for position \(next + 1)" : "position \(group.positions.lowerBound + 1) twice"
                field.log.add(
                    field.place, found: found, expected: "each position from 1 to the greatest once",
                    advice: "such as {1-4: {changes: …}, 5-8: {shelfLife: …}}")
                return nil
            }
            next = group.positions.upperBound
        }
        return Positions(count: next, groups: ordered)
    }

    private func group(_ entry: (name: String, value: Field)) -> PositionGroup? {
        guard let positions = Self.range(entry.name) else {
            entry.value.log.add(
                entry.value.place, found: quoted(entry.name),
                expected: "positions from 1 to \(grouped(Self.most)), such as 5 or 1-4")
            return nil
        }
        guard let fields = entry.value.fields(OfferEndReader.keys),
            let end = OfferEndReader.read(fields, else: usual)
        else { return nil }
        return PositionGroup(positions: positions, end: end)
    }

    /// The positions that a text names, counted from 0.
    private static func range(_ text: String) -> Range<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
            .map { Form<Int>.whole(1...most).read(String($0)) }
        guard (1...2).contains(ends.count), let ends = ends.allPresent(), ends[0] <= ends[ends.count - 1] else {
            return nil
        }
        return ends[0] - 1..<ends[ends.count - 1]
    }
}
