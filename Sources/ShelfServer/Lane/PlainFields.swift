/// The fields of a head, as long as none of them changes what the request means.
struct PlainFields {
    private(set) var hasHost = false
    private(set) var knownTag: Range<Int>?
    private(set) var lastEvent: Range<Int>?
    /// Whether the connection is to end after this request; `nil` when nothing is said of it.
    private(set) var isLast: Bool?

    /// Whatever gives a request a body, another protocol or a part of an answer.
    private static let doubtful: [StaticString] = [
        "content-length", "transfer-encoding", "te", "trailer", "upgrade", "expect", "range", "if-range",
        "http2-settings", "proxy-connection", "keep-alive",
    ]

    /// - Returns: whether the request is still a plain one.
    mutating func admit(_ field: RequestScanner.Field, of bytes: UnsafeRawBufferPointer) -> Bool {
        let name = bytes.piece(field.name)
        let value = bytes.piece(field.value)
        switch name.count {
        case 4 where Self.isSame(name, "host"):
            defer { hasHost = true }
            return !hasHost && !value.isEmpty
        case 10 where Self.isSame(name, "connection"):
            return admitConnection(value)
        case 13 where Self.isSame(name, "if-none-match"):
            defer { knownTag = field.value }
            // The decoder keeps what follows a value up to the end of its line.
            return knownTag == nil && Self.isOneStrongTag(value) && field.endsLine
        case 13 where Self.isSame(name, "last-event-id"):
            defer { lastEvent = field.value }
            return lastEvent == nil && field.endsLine
        default:
            return !Self.doubtful.contains { Self.isSame(name, $0) }
        }
    }

    private mutating func admitConnection(_ value: UnsafeRawBufferPointer) -> Bool {
        guard isLast == nil else { return false }
        if Self.isSame(value, "keep-alive") { isLast = false }
        if Self.isSame(value, "close") { isLast = true }
        return isLast != nil
    }

    /// Without regard to case.
    private static func isSame(_ text: UnsafeRawBufferPointer, _ lowercase: StaticString) -> Bool {
        guard text.count == lowercase.utf8CodeUnitCount else { return false }
        for index in text.indices {
            let byte = text[index]
            let isCapital = (0x41...0x5A).contains(byte)
            guard (isCapital ? byte | 0x20 : byte) == lowercase.utf8Start[index] else { return false }
        }
        return true
    }

    /// RFC 9110, section 8.8.3.
    private static func isOneStrongTag(_ value: UnsafeRawBufferPointer) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard value.count >= 2, value[0] == quote, value[value.count - 1] == quote else { return false }
        for index in 1..<value.count - 1 {
            let byte = value[index]
            guard (0x21...0x7E).contains(byte), byte != quote, byte != UInt8(ascii: ",") else { return false }
        }
        return true
    }
}
