import ShelfDatabase
import ShelfModel

/// The offers of a store's listings, each as it really is: one ends with its last listing where another card takes its
/// place, or where its position goes away.
struct DecidedOffers {
    private struct Place: Hashable {
        let position: Int
        let start: Instant
    }

    private var order: [Place] = []
    private var offers: [Place: Offer] = [:]

    /// - Parameters:
    ///   - listings: by start and position.
    ///   - positions: how many the store has.
    ///   - horizon: up to when everything is sealed. A position whose listings end sooner was taken away.
    init(_ listings: [StoredListing], positions: Int, until horizon: Instant) {
        var open: [Int: (place: Place, end: Instant)] = [:]
        for listing in listings {
            let offer = listing.offer ?? Offer(listing.listing)
            let place = Place(position: offer.position, start: offer.start)
            if let before = open[offer.position], before.place != place { cut(before.place, at: before.end) }
            if offers.updateValue(offer, forKey: place) == nil { order.append(place) }
            open[offer.position] = (place, listing.end)
        }
        for (position, last) in open where position >= positions || last.end < horizon { cut(last.place, at: last.end) }
    }

    private mutating func cut(_ place: Place, at end: Instant) {
        guard let offer = offers[place], end < offer.end else { return }
        offers[place] = Offer(
            position: offer.position, start: offer.start, seconds: Int((end - offer.start).wholeSeconds),
            item: offer.item)
    }

    /// In the order of their first listings.
    var all: [Offer] { order.compactMap { offers[$0] } }

    /// The offer that a listing is a part of.
    subscript(listing: StoredListing) -> Offer {
        let offer = listing.offer ?? Offer(listing.listing)
        return offers[Place(position: offer.position, start: offer.start)] ?? offer
    }
}
