package import ShelfConfiguration
import ShelfDatabase
package import ShelfModel
import ShelfWire
import Synchronization

/// What is for sale: for a listing that the shelves hold, on which terms it sells.
package final class Sales: Sendable {
    package struct Sale: Hashable, Sendable {
        package let start: Instant
        package let terms: SaleTerms
    }

    private let shelves: Shelves
    private let catalogue: Catalogue
    private let stores: [String: StoreConfiguration]
    /// Terms that were worked out; a card is read once, however many want it.
    private let known = Mutex<[ListingName: Sale]>([:])

    package init(configuration: Configuration, shelves: Shelves) {
        self.shelves = shelves
        catalogue = configuration.catalogue
        stores = Dictionary(uniqueKeysWithValues: configuration.stores.map { ($0.id, $0) })
    }

    /// - Returns: `nil` when there is no such listing, or it has been over for long.
    package subscript(name: ListingName) -> Sale? {
        if let sale = known.withLock({ $0[name] }) { return sale }
        guard let store = stores[name.store], let listing = shelves[name.store]?[name],
            let card = Card(plaintext: listing.card)
        else { return nil }
        let sale = Sale(start: listing.start, terms: terms(of: listing, card, in: store))
        known.withLock { known in
            if known.count >= Self.knownAtMost { known = [:] }
            known[name] = sale
        }
        return sale
    }

    /// Whether there is such a store, though it may not have been published yet.
    package func sells(in store: String) -> Bool { stores[store] != nil }

    /// Whether a slot's listings are still sealed, though there be none, so that nobody learns whether there is one.
    ///
    /// They are until their start; and with a clock that is off by more than
    /// the lead, until it is sure that their key may be known.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    package func isSealed(_ slot: Int, chain: [UInt8], store: String, at now: Instant, earliest: Instant) -> Bool {
        guard let chain = shelves[store]?.chains.first(where: { $0.id.bytes == chain }),
            (1...chain.slots).contains(slot)
        else { return false }
        return now < chain.start(of: slot) || earliest < chain.release(of: slot)
    }

    private static let knownAtMost = 20_000

    /// What is on the card is what was promised; the rest is as the designer wants it now.
    private func terms(of listing: StoredListing, _ card: Card, in store: StoreConfiguration) -> SaleTerms {
        let item = catalogue[card.item]
        return SaleTerms(
            item: card.item, currency: store.currency, price: card.price, end: listing.end + store.sale.grace,
            edition: card.edition, stock: item?.stock ?? store.sale.stock,
            limits: PurchaseLimits(
                item: item?.limit ?? store.sale.limits.item, listing: store.sale.limits.listing,
                day: store.sale.limits.day),
            offset: store.rules.offset)
    }
}
