import ShelfClient
import ShelfModel
import ShelfWire

/// What stands at one position of a fake shelf.
struct FakeListing {
    let listing: ShelfListing
    let card: Card
    /// Since when the card can be seen; `nil` while it is sealed.
    var shownSince: Instant?
    var isWithdrawn = false
    var isSoldOut = false

    private static let chain = ChainID(bytes: Array(repeating: 1, count: 16))!

    /// - Parameter slot: tells the listings of a store apart.
    init(_ card: Card, slot: Int, position: Int, start: Instant, end: Instant) {
        listing = ShelfListing(
            chain: Self.chain, slot: slot, position: position, revision: 0, start: start, end: end)
        self.card = card
        shownSince = start
    }

    func look(at now: Instant) -> ShelfPosition {
        var position = Playback.look(of: listing, card: shownSince == nil ? nil : card, at: now)
        position.isTapGuarded = shownSince.map { now - $0 < ShelfPosition.tapGuard } ?? false
        position.isWithdrawn = isWithdrawn
        position.isSoldOut = isSoldOut
        return position
    }
}
