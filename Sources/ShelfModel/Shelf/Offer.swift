/// One item at one position during `[start, end)`, at most ``longest``: what a player sees.
///
/// The schedule draws offers. Each is sealed as a run of listings with one card.
package struct Offer: Hashable, Sendable, Placed {
    package let position: Int
    /// A whole second.
    package let start: Instant
    package let seconds: Int
    package let item: Item.ID

    /// How long an offer lasts at most.
    package static let longest = TimeSpan.days(31)

    package init(position: Int, start: Instant, seconds: Int, item: Item.ID) {
        self.position = position
        self.start = start
        self.seconds = seconds
        self.item = item
    }

    /// The offer that a single listing is.
    package init(_ listing: Listing) {
        self.init(
            position: listing.position, start: listing.start, seconds: listing.seconds, item: listing.item)
    }

    package var span: Range<Instant> { start..<end }
}
