/// A request that was recognised: it is whole, and can mean only one thing.
///
/// Nothing here is parsed. A request that is in any way unusual is not
/// recognised, and whoever does parse (RFC 9112) gets to see every byte of it.
package struct Sighting: Hashable, Sendable {
    package let isHead: Bool
    /// Where its path is.
    package let path: Range<Int>
    /// Where the value of its `If-None-Match` is: one strong tag in its quotes.
    package let knownTag: Range<Int>?
    /// Where the value of its `Last-Event-ID` is.
    package let lastEvent: Range<Int>?
    /// Whether the connection ends with the answer.
    package let isLast: Bool
    /// How many bytes it has.
    package let length: Int

    /// Whose head is longer is read by the decoder, which has limits of its own.
    package static let headAtMost = 8192

    /// - Parameter bytes: what was read, from the start of a request.
    /// - Returns: `nil` at the slightest doubt.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        var scanner = RequestScanner(bytes.piece(0..<min(bytes.count, Self.headAtMost)))
        guard let isHead = scanner.isHead(), let path = scanner.path() else { return nil }
        var fields = PlainFields()
        while !scanner.end() {
            guard let field = scanner.field(), fields.admit(field, of: scanner.bytes) else { return nil }
        }
        guard fields.hasHost else { return nil }
        self.isHead = isHead
        self.path = path
        knownTag = fields.knownTag
        lastEvent = fields.lastEvent
        isLast = fields.isLast ?? false
        length = scanner.position
    }
}
