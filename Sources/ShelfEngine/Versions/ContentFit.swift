import ShelfDatabase
import ShelfModel

/// Checks whether content fits what its stores have published, before it becomes a version.
struct ContentFit: Sendable {
    let database: any ScheduleDatabase & ContentDatabase

    /// - Throws: ``StartError`` when it doesn't fit, or the database's error.
    func check(_ content: Content, now: Instant) async throws {
        let currencies = try await database.storeCurrencies()
        for store in content.stores {
            guard let identity = try await database.store(store.id) else { continue }
            guard identity.cardBytes == store.cardBytes else {
                throw StartError.cardBytesChanged(
                    store: store.id, published: identity.cardBytes, configured: store.cardBytes)
            }
            if let currency = currencies[store.id], currency != store.currency {
                try await checkEnd(of: store, sellingFor: currency, now: now)
            }
        }
    }

    /// A price that players see is in the currency in which it was published, and a card doesn't name that. So a store
    /// has one currency for all that it shows, and another only once nothing is left that it has published.
    private func checkEnd(of store: StoreContent, sellingFor currency: String, now: Instant) async throws {
        guard let end = try await database.lastListingEnd(of: store.id) else { return }
        let until = end + StorePublisher.held
        guard until > now else { return }
        throw StartError.currencyChanged(
            store: store.id, published: currency, configured: store.currency, until: until)
    }
}
