import ShelfDatabase
import ShelfModel
import ShelfWire

/// An offer that isn't sealed to its end, and where its next listing starts.
struct OfferRun: Sendable {
    let offer: Offer
    /// The start of its next listing.
    private(set) var next: Instant
    /// The card of its listings so far, which those to come have, too; `nil` before the first.
    private(set) var card: [UInt8]?

    init(_ offer: Offer) {
        (self.offer, next) = (offer, offer.start)
    }

    /// Goes on after a stored listing.
    ///
    /// - Returns: `nil` where the offer ends with it.
    init?(after stored: StoredListing) {
        guard let offer = stored.offer, offer.end > stored.end else { return nil }
        (self.offer, next, card) = (offer, stored.end, stored.card)
    }

    /// The offers that go on after the last of these listings.
    ///
    /// - Parameters:
    ///   - positions: how many the store has. An offer beyond them ends with what is sealed.
    ///   - horizon: up to when everything was sealed. A position whose listings end sooner was taken away.
    static func left(of listings: [StoredListing], positions: Int, until horizon: Instant) -> [OfferRun] {
        last(of: listings, until: horizon).values.filter { $0.position < positions }
            .compactMap(OfferRun.init(after:)).sorted { $0.offer.position < $1.offer.position }
    }

    /// The last listing of each position that has listings up to the horizon.
    private static func last(of listings: [StoredListing], until horizon: Instant) -> [Int: StoredListing] {
        var last: [Int: Int] = [:]
        // By index, because copying a listing costs more than looking at it.
        for index in listings.indices where listings[index].end >= horizon {
            let position = listings[index].position
            if let known = last[position], listings[known].start >= listings[index].start { continue }
            last[position] = index
        }
        return last.mapValues { listings[$0] }
    }

    var isOver: Bool { next >= offer.end }

    mutating func pass(_ listing: Listing) { next = listing.end }

    mutating func note(card: [UInt8]) { self.card = card }
}
