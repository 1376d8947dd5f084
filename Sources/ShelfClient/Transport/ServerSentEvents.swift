/// Reads Server-Sent Events (WHATWG HTML, section 9.2.6) from bytes that may be cut into pieces anywhere.
package struct ServerSentEvents: Hashable, Sendable {
    package struct Event: Hashable, Sendable {
        package var name = ""
        package var id = ""
        package var data = ""
    }

    /// A line or an event is longer than any that a Shelflife server sends.
    package struct TooLong: Error, Hashable {}

    package init() {}

    /// For how many milliseconds the server wants a client to wait before it opens the next stream; `nil` when it
    /// hasn't said.
    package private(set) var retryMs: Int64?

    /// How many lines have come, empty ones and comments among them.
    package private(set) var lines = 0

    private var line: [UInt8] = []
    private var event = Event()
    private var hasData = false
    private var lastWasReturn = false
    private var isFirstLine = true

    /// More than a notice has that brings the longest card.
    package static let bytesAtMost = 131_072

    /// - Returns: the events that these bytes complete.
    package mutating func read(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            if let event = try read(byte) { events.append(event) }
        }
        return events
    }

    private mutating func read(_ byte: UInt8) throws(TooLong) -> Event? {
        let followsReturn = lastWasReturn
        lastWasReturn = byte == UInt8(ascii: "\r")
        switch byte {
        case UInt8(ascii: "\n") where followsReturn: return nil
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return endLine()
        default:
            guard line.count + event.data.utf8.count < Self.bytesAtMost else { throw TooLong() }
            line.append(byte)
            return nil
        }
    }

    /// A colon and a blank are bytes: what follows one may be a mark that combines with it to another character.
    private mutating func endLine() -> Event? {
        defer { line.removeAll(keepingCapacity: true) }
        lines += 1
        var rest = line[...]
        if isFirstLine, rest.starts(with: Self.byteOrderMark) { rest.removeFirst(Self.byteOrderMark.count) }
        isFirstLine = false
        guard !rest.isEmpty else { return endEvent() }
        let colon = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
        var value = rest[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        set(String(decoding: rest[..<colon], as: UTF8.self), to: String(decoding: value, as: UTF8.self))
        return nil
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private mutating func set(_ field: String, to value: String) {
        switch field {
        case "event": event.name = value
        case "id": event.id = value
        case "retry" where value.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains):
            retryMs = Int64(value) ?? retryMs
        case "data":
            event.data += hasData ? "\n" + value : value
            hasData = true
        default: break
        }
    }

    private mutating func endEvent() -> Event? {
        defer { (event, hasData) = (Event(), false) }
        return hasData ? event : nil
    }
}
