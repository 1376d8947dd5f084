package import ShelfDatabase
package import ShelfModel
import ShelfWire

extension StoredListing {
    /// The offer of several listings that this one is a part of, by its card; `nil` when its card names none.
    package var offer: Offer? {
        guard Card.mayJoin(card), let span = Card(plaintext: card)?.offer, span.lowerBound <= start,
            end <= span.upperBound
        else { return nil }
        return Offer(
            position: position, start: span.lowerBound,
            seconds: Int((span.upperBound - span.lowerBound).wholeSeconds), item: listing.item)
    }

    /// The name that sales of the listing are counted under: its offer's, where that has several listings, or its own.
    func countedName(in store: String) -> ListingName {
        offer.map { ListingName(offerOf: store, position: $0.position, start: $0.start) }
            ?? ListingName(self, store: store)
    }
}

extension WithdrawnGoods {
    /// Whether a store's listing is withdrawn: by its name, by that of its offer, or with its item or its store.
    func covers(_ listing: StoredListing, of store: String) -> Bool {
        guard !isEmpty else { return false }
        return covers(
            item: listing.listing.item, of: store, during: listing.start..<listing.end, offer: listing.offer?.span)
            || includes(ListingName(listing, store: store)) || hasNames && includes(listing.countedName(in: store))
    }
}
