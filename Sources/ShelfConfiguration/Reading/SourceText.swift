/// The bytes of a file as text, and where they are none.
enum SourceText {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
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

    /// The first line that isn't UTF-8, or holds a control character.
    static func badLine(_ bytes: ArraySlice<UInt8>) -> (line: Int, message: String)? {
        for (index, line) in lines(bytes).enumerated() {
            guard decode(line) != nil else { return (index + 1, "this line is not UTF-8; save the file as UTF-8") }
            if line.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F }) {
                return (index + 1, "this line holds a control character; remove it")
            }
        }
        return nil
    }
}
