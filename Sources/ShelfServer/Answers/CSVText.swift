/// A table as comma-separated values (RFC 4180), for spreadsheets.
struct CSVText {
    private(set) var bytes: [UInt8] = []

    init(header: [String]) {
        add(header)
    }

    /// Adds a row.
    mutating func add(_ cells: [String]) {
        for (number, cell) in cells.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += Self.field(cell).utf8
        }
        bytes += "\r\n".utf8
    }

    private static func field(_ cell: String) -> String {
        let text = harmless(cell)
        guard text.utf8.contains(where: needsQuotes) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }

    /// A spreadsheet takes a text that begins with one of these characters for a formula, unless an apostrophe stands
    /// before it. Numbers and offsets such as -08:00 are no texts.
    private static func harmless(_ cell: String) -> String {
        guard let first = cell.utf8.first, "=+-@\t\r".utf8.contains(first) else { return cell }
        let isNumber = "+-".utf8.contains(first) && cell.utf8.dropFirst().allSatisfy("0123456789:".utf8.contains)
        return isNumber ? cell : "'" + cell
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }
}
