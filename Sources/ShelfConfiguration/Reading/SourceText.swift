/// Turns the bytes of a file into text.
enum SourceText {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    }

    /// Names the format of a file whose first bytes show that it isn't UTF-8 text, such as a spreadsheet; `nil` for any
    /// other file.
    static func foreign(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "text in UTF-16" }
        // "PK" begins a ZIP file, the container of spreadsheet formats.
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "a spreadsheet's own file or another zip file" }
        return nil
    }

    /// `nil` unless the bytes are UTF-8.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// The physical lines, without their ends (LF or CRLF).
    static func lines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
    }
}
