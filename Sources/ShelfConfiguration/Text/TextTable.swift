/// A text table with a header and aligned columns.
package struct TextTable {
    package enum Alignment: Sendable {
        case left
        case right
    }

    private let columns: [(title: String, alignment: Alignment)]
    private var rows: [[String]] = []

    package init(_ columns: [(title: String, alignment: Alignment)]) {
        self.columns = columns
    }

    /// - Parameter cells: one for each column.
    package mutating func add(_ cells: [String]) {
        rows.append(cells.map { Self.shortened($0.visibleLine) })
    }

    package var lines: [String] {
        let widths = columns.indices.map { column in
            rows.reduce(columns[column].title.count) { max($0, $1[column].count) }
        }
        return ([columns.map(\.title)] + rows).map { line($0, widths: widths) }
    }

    private func line(_ cells: [String], widths: [Int]) -> String {
        let padded = cells.indices.map { column in
            let space = String(repeating: " ", count: widths[column] - cells[column].count)
            return columns[column].alignment == .left ? cells[column] + space : space + cells[column]
        }
        let line = padded.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// Long cells would break the lines of a terminal.
    private static func shortened(_ cell: String) -> String {
        let most = 40
        return cell.count <= most ? cell : cell.prefix(most - 1) + "…"
    }
}
