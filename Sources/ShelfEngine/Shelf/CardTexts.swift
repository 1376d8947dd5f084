import ShelfDatabase
package import ShelfModel
import ShelfWire
import Synchronization

/// A cache of card plaintexts, so that all stores that show an item share one copy.
package final class CardTexts: Sendable {
    private struct Name: Hashable {
        let item: Item.ID
        let currency: String
        let cardBytes: Int
    }

    private let catalogue: Catalogue
    private let written = Mutex<[Name: [UInt8]]>([:])
    private let stored = Mutex<[Item.ID: [UInt8]]>([:])

    package init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// Returns an item's card as a store sells it; `nil` for an item that is not in the catalogue.
    func plaintext(of item: Item.ID, in store: StoreContent) throws -> [UInt8]? {
        let name = Name(item: item, currency: store.currency, cardBytes: store.cardBytes)
        if let known = written.withLock({ $0[name] }) { return known }
        guard let item = catalogue[item] else { return nil }
        let text = try Card(item, currency: store.currency).plaintext(cardBytes: store.cardBytes)
        written.withLock { $0[name] = text }
        return text
    }

    /// Makes stored listings share the bytes of equal card plaintexts.
    func share(_ listings: inout [StoredListing]) {
        let known = stored.withLock { $0 }
        var new: [Item.ID: [UInt8]] = [:]
        for index in listings.indices {
            let item = listings[index].listing.item
            if let card = known[item] ?? new[item], card == listings[index].card {
                listings[index].share(card)
            } else {
                new[item] = listings[index].card
            }
        }
        if !new.isEmpty { stored.withLock { $0.merge(new) { $1 } } }
    }
}
