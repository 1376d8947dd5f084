/// A table as comma-separated values (RFC 4180), for spreadsheets.
package struct CSVText {
    package private(set) var bytes: [UInt8] = []

    package enum Cell: Hashable, Sendable {
        /// Text that people wrote. Where a spreadsheet would take it for a formula, there is an apostrophe before that.
        case text(String)
        /// What the program wrote, such as an instant or an offset.
        case plain(String)
        case number(Int64)
        case nothing
    }

    package init(header: [String]) {
        add(header.map(Cell.plain))
    }

    /// Adds a row.
    package mutating func add(_ cells: [Cell]) {
        for (number, cell) in cells.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += Self.field(cell)
        }
        bytes += "\r\n".utf8
    }

    private static func field(_ cell: Cell) -> [UInt8] {
        switch cell {
        case .text(let text): quoted(harmless(text))
        case .plain(let text): quoted(Array(text.utf8))
        case .number(let number): Array(String(number).utf8)
        case .nothing: []
        }
    }

    /// Puts an apostrophe before what would begin a formula: at the cell's beginning, and behind what a spreadsheet may
    /// have been told to separate cells by, even in quotes that don't begin a cell then.
    private static func harmless(_ text: String) -> [UInt8] {
        var harmless = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            let isFirst = last.map(separators.contains) ?? true
            if isFirst && formulas.contains(scalar) || last == nil && blanks.contains(scalar) { harmless.append("'") }
            harmless.append(scalar)
            last = scalar
        }
        return Array(String(harmless).utf8)
    }

    /// What begins a formula, in full width too: some spreadsheets take that for the same.
    private static let formulas: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
    private static let separators: Set<Unicode.Scalar> = [";", "\t", "|"]
    /// What a spreadsheet may leave out before a formula.
    private static let blanks: Set<Unicode.Scalar> = ["\t", "\r"]

    /// Goes by bytes: a quote with a combining mark behind it is another `Character`.
    private static func quoted(_ field: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        guard field.contains(where: "\",\r\n".utf8.contains) else { return field }
        return [quote] + field.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }
}
