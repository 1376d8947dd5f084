import Synchronization

/// What the routes may show: for each store its newest windows and what is due next.
///
/// The publisher replaces a store's part at once; requests read it without waiting for anyone.
package final class Shelves: Sendable {
    private struct State {
        var stores: [String: PublishedStore] = [:]
        var descriptionsVersion = 0
    }

    private let state = Mutex(State())
    private let changes = Atomic(0)

    package init() {}

    /// Another after anything has been shown.
    var version: Int { changes.load(ordering: .acquiring) }

    package subscript(_ store: String) -> PublishedStore? {
        state.withLock { $0.stores[store] }
    }

    package var all: [PublishedStore] {
        state.withLock { Array($0.stores.values) }
    }

    package func show(_ store: PublishedStore) {
        state.withLock { state in
            let before = state.stores.updateValue(store, forKey: store.id)
            if before?.description != store.description { state.descriptionsVersion += 1 }
        }
        changes.add(1, ordering: .releasing)
    }

    /// Another when what a store says of itself has changed.
    package var descriptionsVersion: Int {
        state.withLock { $0.descriptionsVersion }
    }
}
