/// Scans a request's head byte by byte, and stops where it is anything but plain.
struct RequestScanner {
    /// Where a field's name and value are; the blanks around the value are left out.
    struct FieldLine {
        let name: Range<Int>
        let value: Range<Int>
        /// Whether no blanks follow the value.
        let endsLine: Bool
    }

    let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Whether it is `HEAD` rather than `GET`; `nil` when it is neither.
    mutating func isHead() -> Bool? {
        if skip("GET ") { return false }
        return skip("HEAD ") ? true : nil
    }

    /// The path of a request line of version 1.1, without a query or anything escaped.
    mutating func path() -> Range<Int>? {
        let start = position
        while position < bytes.count, CharacterClass.isPlainPath(bytes[position]) { position += 1 }
        let path = start..<position
        return !path.isEmpty && bytes[start] == UInt8(ascii: "/") && skip(" HTTP/1.1\r\n") ? path : nil
    }

    /// One field and the end of its line (RFC 9112, section 5).
    mutating func field() -> FieldLine? {
        let start = position
        while position < bytes.count, CharacterClass.isToken(bytes[position]) { position += 1 }
        let name = start..<position
        guard !name.isEmpty, skip(":") else { return nil }
        while position < bytes.count, CharacterClass.isBlank(bytes[position]) { position += 1 }
        let value = position
        while position < bytes.count, CharacterClass.isVisible(bytes[position]) { position += 1 }
        var end = position
        while end > value, CharacterClass.isBlank(bytes[end - 1]) { end -= 1 }
        let endsLine = end == position
        return skip("\r\n") ? FieldLine(name: name, value: value..<end, endsLine: endsLine) : nil
    }

    /// Whether a path is of the plainest kind: without a query, and with nothing escaped.
    static func isPlainPath(_ path: some Collection<UInt8>) -> Bool {
        path.first == UInt8(ascii: "/") && path.allSatisfy(CharacterClass.isPlainPath)
    }

    /// Whether a field's value is of the plainest kind.
    static func isPlainValue(_ value: some Collection<UInt8>) -> Bool {
        value.allSatisfy(CharacterClass.isVisible)
    }

    /// Whether the head ends here.
    mutating func end() -> Bool { skip("\r\n") }

    private mutating func skip(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard position + length <= bytes.count else { return false }
        guard bytes.piece(position..<position + length).isSame(text) else { return false }
        position += length
        return true
    }
}

/// What a byte of a head may be.
private enum CharacterClass {
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Printable ASCII, spaces and tabs, none of which can end a line.
    static func isVisible(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) || byte == 0x09 }

    /// RFC 9110, section 5.6.2.
    static func isToken(_ byte: UInt8) -> Bool {
        if byte.isAlphanumeric { return true }
        return switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Unreserved characters and slashes (RFC 3986, section 2.3).
    static func isPlainPath(_ byte: UInt8) -> Bool {
        if byte.isAlphanumeric { return true }
        return switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"): true
        default: false
        }
    }
}
