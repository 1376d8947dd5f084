import ShelfDatabase
package import ShelfModel
import ShelfWire
import Synchronization

/// Finds the terms on which a listing on the shelves sells.
package final class ListingTerms: Sendable {
    package struct Sale: Hashable, Sendable {
        package let start: Instant
        package fileprivate(set) var terms: SaleTerms
        /// The listing of the same offer that is on the shelf.
        package fileprivate(set) var shown: ListingName
        /// The name that sales are counted under.
        package let counted: ListingName
        /// The content version that the terms are from; `nil` when the content isn't one.
        package let version: Int64?
    }

    private let shelves: Shelves
    private let content: ContentHolder
    /// A cache of terms, so that each card is decoded only once for a state of the content.
    private let known = Mutex<(changes: Int, sales: [ListingName: Sale])>((0, [:]))

    package init(content: ContentHolder, shelves: Shelves) {
        self.content = content
        self.shelves = shelves
    }

    /// - Returns: the terms at an instant; `nil` when there is no such listing or it ended long ago.
    package subscript(name: ListingName, at instant: Instant) -> Sale? {
        guard var sale = self[name], sale.counted.isOffer else { return self[name] }
        guard let store = shelves[name.store], let listing = store[name], let offer = listing.offer,
            let last = store.last(ofOfferOf: listing, at: instant)
        else { return nil }
        sale.shown = ListingName(last, store: name.store)
        // Another item may have taken the place of an offer before its end.
        let grace = sale.terms.end - listing.end
        sale.terms.end = (last.end <= instant ? last.end : offer.end) + grace
        return sale
    }

    /// - Returns: the terms while the listing is on the shelf; `nil` when there is no such listing or it ended long ago.
    package subscript(name: ListingName) -> Sale? {
        let state = content.state
        let (content, changes) = (state.content, state.changes)
        if let sale = known.withLock({ $0.changes == changes ? $0.sales[name] : nil }) { return sale }
        guard let store = content[store: name.store], let listing = shelves[name.store]?[name],
            let json = Card.json(in: listing.card), let card = Card(json: json)
        else { return nil }
        let terms = terms(of: listing, card, json, state.item(card.item), in: store)
        let sale = Sale(
            start: listing.start, terms: terms, shown: name, counted: listing.countedName(in: name.store),
            version: state.followed)
        known.withLock { known in
            if known.changes < changes || known.sales.count >= Self.knownAtMost { known = (changes, [:]) }
            if known.changes == changes { known.sales[name] = sale }
        }
        return sale
    }

    /// Whether there is such a store, though it may not have been published yet.
    package func sells(in store: String) -> Bool { content.current[store: store] != nil }

    /// Whether the listings of a slot are still sealed. An empty slot counts as sealed for the same time, so that
    /// nobody can learn that it is empty.
    ///
    /// Listings are sealed until their start. If the clock may be wrong by more than the lead, they stay sealed until
    /// their key has certainly been released.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    package func isSealed(_ name: ListingName, at now: Instant, earliest: Instant) -> Bool {
        guard let chain = shelves[name.store]?.chains.first(where: { $0.id.bytes == name.chain }),
            (1...chain.slots).contains(name.slot)
        else { return false }
        return now < chain.start(of: name.slot) || earliest < chain.release(of: name.slot)
    }

    private static let knownAtMost = 20_000

    /// The card's values were promised to players and don't change. All other terms come from the current content;
    /// those of an item that has left the catalogue stay as they were, while its listings last.
    ///
    /// - Parameters:
    ///   - json: the card as it was sold, without its padding.
    ///   - item: the item in the current catalogue, or as it was there last; `nil` when it hasn't been there since the
    ///     start.
    private func terms(
        of listing: StoredListing, _ card: Card, _ json: [UInt8], _ item: Item?, in store: StoreContent
    ) -> SaleTerms {
        SaleTerms(
            item: card.item, card: json, currency: card.currency, price: card.price,
            end: listing.end + store.sale.grace,
            edition: card.edition, stock: item?.stock ?? store.sale.stock,
            limits: PurchaseLimits(
                item: item?.limit ?? store.sale.limits.item, listing: store.sale.limits.listing,
                day: store.sale.limits.day),
            zone: store.rules.zone)
    }
}
