import ShelfModel
import ShelfWire

/// An offer of several listings at a position, as far as this device has opened them. A player sees one offer.
struct OfferShown: Hashable, Sendable {
    /// The first listing that was opened, which names the offer as long as it lasts.
    private let first: ShelfListing
    /// The listings that were opened within the last hour, the newest last. Their cards are equal.
    private(set) var opened: [SealedListing]
    let card: Card
    private let span: Range<Instant>

    /// For how long after its end a listing may be named by a tap.
    static let nameHeld = TimeSpan.hours(1)

    /// - Returns: `nil` where the listing is the whole offer, by its card.
    init?(_ listing: SealedListing, card: Card) {
        guard let span = card.offer, span.lowerBound <= listing.start, listing.end <= span.upperBound else {
            return nil
        }
        (opened, self.card, self.span) = ([listing], card, span)
        first = ShelfListing(listing, during: span)
    }

    /// The offer, with one more of its listings; `nil` where that one belongs to another offer.
    func joined(with listing: SealedListing, card: Card) -> OfferShown? {
        guard card == self.card, let last = opened.last else { return nil }
        if listing == last { return self }
        guard listing.start >= last.end, listing.end <= span.upperBound else { return nil }
        var joined = self
        joined.opened.removeAll { $0.end < listing.start - Self.nameHeld }
        joined.opened.append(listing)
        return joined
    }

    /// Whether the offer goes on over a listing whose key hasn't come yet.
    func goesOn(over listing: SealedListing, at instant: Instant) -> Bool {
        guard let last = opened.last else { return false }
        return listing.start >= last.end && listing.start < span.upperBound && instant < span.upperBound
            && instant < last.end + Self.nameHeld
    }

    /// The offer at an instant.
    func look(at instant: Instant) -> ShelfPosition {
        var look = Playback.look(of: first, card: card, at: instant)
        look.names = opened.map { ShelfListing($0, during: span) }
        return look
    }

    /// When the offer changes its phase next after `instant`.
    func nextTurn(after instant: Instant) -> Instant? { Playback.nextTurn(of: first, after: instant) }
}
