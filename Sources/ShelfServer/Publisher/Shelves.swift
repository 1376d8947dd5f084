import Synchronization

/// What the routes may show: for each store its newest windows and what is due next.
///
/// The publisher replaces a store's part at once; requests read it without waiting for anyone.
package final class Shelves: Sendable {
    private let stores = Mutex<[String: PublishedStore]>([:])

    package init() {}

    package subscript(_ store: String) -> PublishedStore? {
        stores.withLock { $0[store] }
    }

    package var all: [PublishedStore] {
        stores.withLock { Array($0.values) }
    }

    package func show(_ store: PublishedStore) {
        stores.withLock { $0[store.id] = store }
    }
}
