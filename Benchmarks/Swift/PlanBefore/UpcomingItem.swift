import NIOCore

/// A row of the plan before: an item at a position from its start to its end, in milliseconds since the epoch.
struct UpcomingItem: Hashable, Codable, Sendable {
    let position: Int
    let item: String
    let name: String
    let price: Int64
    let startsMs: Int64
    let endsMs: Int64

    private static let endMark = Array("\"endsMs\":".utf8)

    /// The end of the one item in an answer, read as cheaply as it goes, so that reading delays no other player.
    static func endsMs(in answer: ByteBuffer) -> Int64? {
        let bytes = answer.readableBytesView
        guard let start = bytes.firstRange(of: endMark)?.upperBound else { return nil }
        return bytes[start...].prefix { (48...57).contains($0) }.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
    }
}
