/// Fields that give a request a body, switch the protocol, or ask for a part of an answer.
let doubtfulFields: [StaticString] = [
    "content-length", "transfer-encoding", "te", "trailer", "upgrade", "expect", "range", "if-range",
    "http2-settings", "proxy-connection", "keep-alive",
]

/// Collects the fields of a request's head, and refuses those that change the meaning of the request.
///
/// `Value` is how a field's value is remembered: as a range of bytes, or as the value itself.
struct PlainFields<Value> {
    /// The result of looking at a field.
    enum Admission {
        case admitted
        /// Its value was read.
        case read
        /// The request isn't plain.
        case refused
    }

    private(set) var hasHost = false
    private(set) var knownTag: Value?
    private(set) var lastEvent: Value?
    private(set) var authorization: Value?
    private(set) var forwarded: Value?
    /// Whether a page of another origin may have sent the request.
    private(set) var hasOrigin = false
    /// Whether the connection closes after this request; `nil` when the request doesn't say.
    private(set) var isLast: Bool?

    /// - Parameters:
    ///   - value: without the blanks around it.
    ///   - remembered: the value in the form in which to remember it.
    @inline(__always)
    mutating func admit(
        name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, remembered: @autoclosure () -> Value
    ) -> Admission {
        switch name.count {
        case 4 where Self.isSame(name, "host"):
            defer { hasHost = true }
            return !hasHost && HostField.isPlain(value) ? .read : .refused
        case 10 where Self.isSame(name, "connection"):
            return admitConnection(value) ? .admitted : .refused
        case 13 where Self.isSame(name, "if-none-match"):
            guard knownTag == nil, Self.isOneStrongTag(value) else { return .refused }
            knownTag = remembered()
            return .read
        case 13 where Self.isSame(name, "last-event-id"):
            guard lastEvent == nil else { return .refused }
            lastEvent = remembered()
            return .read
        case 13 where Self.isSame(name, "authorization"):
            guard authorization == nil else { return .refused }
            authorization = remembered()
            return .read
        case 15 where Self.isSame(name, "x-forwarded-for"):
            guard forwarded == nil else { return .refused }
            forwarded = remembered()
            return .read
        case 6 where Self.isSame(name, "origin"):
            hasOrigin = true
            return .admitted
        default:
            return doubtfulFields.contains { Self.isSame(name, $0) } ? .refused : .admitted
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
