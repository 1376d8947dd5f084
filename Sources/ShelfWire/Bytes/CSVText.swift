/// A table as comma-separated values (RFC 4180), for spreadsheets.
package struct CSVText {
    package private(set) var bytes: [UInt8] = []

    package enum Cell: Hashable, Sendable {
        /// Text that people wrote. It gets an apostrophe in front if a spreadsheet would take it for a formula. One that a spreadsheet would take for a formula gets an apostrophe before it.
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

    private static func harmless(_ text: String) -> [UInt8] {
        let isFormula = text.utf8.first.map("=+-@\t\r".utf8.contains) ?? false
        return (isFormula ? Array("'".utf8) : []) + Array(text.utf8)
    }

    /// Goes by bytes: a quote with a combining mark behind it is another `Character`.
    private static func quoted(_ field: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        guard field.contains(where: "\",\r\n".utf8.contains) else { return field }
        return [quote] + field.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }
}
