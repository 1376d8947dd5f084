/// One item on sale at one position during `[start, end)`: what is sealed with one key, and bought by one name. It is an
/// offer, or a part of one.
package struct Listing: Hashable, Sendable {
    package let position: Int
    /// A whole second.
    package let start: Instant
    package let seconds: Int
    package let item: Item.ID

    package init(position: Int, start: Instant, seconds: Int, item: Item.ID) {
        self.position = position
        self.start = start
        self.seconds = seconds
        self.item = item
    }
}

/// Something that occupies a position for some time.
package protocol Placed {
    var position: Int { get }
    var start: Instant { get }
    var seconds: Int { get }
}

extension Placed {
    package var end: Instant { start + .seconds(seconds) }

    package func touches(_ span: Range<Instant>) -> Bool {
        start < span.upperBound && end > span.lowerBound
    }
}

extension Listing: Placed {}
