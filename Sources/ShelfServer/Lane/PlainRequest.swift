/// A complete request that is so simple that its meaning can't be ambiguous.
///
/// This type doesn't parse HTTP. It doesn't recognise a request that is in any way unusual, and leaves all its bytes to
/// the HTTP decoder (RFC 9112).
package struct PlainRequest: Hashable, Sendable {
    package let isHead: Bool
    /// Where its path is.
    package let path: Range<Int>
    /// Where the value of its `If-None-Match` is: one strong tag in its quotes.
    package let knownTag: Range<Int>?
    /// Where the value of its `Last-Event-ID` is.
    package let lastEvent: Range<Int>?
    /// Where the value of its `Authorization` is.
    package let authorization: Range<Int>?
    /// Where the value of its `X-Forwarded-For` is.
    package let forwarded: Range<Int>?
    /// Whether a page of another origin may have sent it.
    package let hasOrigin: Bool
    /// Whether the connection ends with the answer.
    package let isLast: Bool
    /// How many bytes it has.
    package let length: Int

    /// - Parameter bytes: what was read, from the start of a request.
    /// - Returns: `nil` when the request isn't certainly plain and complete.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        var scanner = RequestScanner(bytes.piece(0..<min(bytes.count, SizeLimits.plainHead)))
        guard let isHead = scanner.isHead(), let path = scanner.path() else { return nil }
        var fields = PlainFields<Range<Int>>()
        while !scanner.end() {
            guard let field = scanner.field(), Self.admit(field, of: scanner.bytes, to: &fields) else { return nil }
        }
        guard fields.hasHost else { return nil }
        self.isHead = isHead
        self.path = path
        knownTag = fields.knownTag
        lastEvent = fields.lastEvent
        (authorization, forwarded, hasOrigin) = (fields.authorization, fields.forwarded, fields.hasOrigin)
        isLast = fields.isLast ?? false
        length = scanner.position
    }

    /// The decoder keeps trailing spaces of a value. So a value that the lane uses must have none.
    private static func admit(
        _ field: RequestScanner.FieldLine, of bytes: UnsafeRawBufferPointer, to fields: inout PlainFields<Range<Int>>
    ) -> Bool {
        let (name, value) = (bytes.piece(field.name), bytes.piece(field.value))
        return switch fields.admit(name: name, value: value, remembered: field.value) {
        case .admitted: true
        case .read: field.endsLine
        case .refused: false
        }
    }
}
