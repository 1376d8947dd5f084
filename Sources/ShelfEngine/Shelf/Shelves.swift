import ShelfDatabase
package import ShelfModel
import Synchronization

/// Everything that the routes may show: each store's newest windows and its next releases.
///
/// The publisher replaces a store's part in one step, and requests read it without waiting.
package final class Shelves: Sendable {
    private struct State {
        var stores: [String: PublishedStore] = [:]
        var descriptionsVersion = 0
        var exhausted: [String: Instant] = [:]
    }

    private let state = Mutex(State())
    private let changes = Atomic(0)

    package init() {}

    /// Increases with every change. Anything that was computed from an older version may be out of date.
    package var version: Int { changes.load(ordering: .acquiring) }

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
            if before?.windows.first?.sequence != store.windows.first?.sequence { state.exhausted[store.id] = nil }
        }
        changes.add(1, ordering: .releasing)
    }

    package func remove(_ store: String) {
        state.withLock { state in
            state.exhausted[store] = nil
            guard state.stores.removeValue(forKey: store) != nil else { return }
            state.descriptionsVersion += 1
        }
        changes.add(1, ordering: .releasing)
    }

    /// For each store that can't have another window, the instant from which on no item can be drawn, because all are
    /// sold out, withdrawn or not released yet.
    package var exhausted: [String: Instant] {
        state.withLock { $0.exhausted }
    }

    /// Keeps that a store is exhausted, until it shows another window or that is found to be otherwise.
    ///
    /// - Returns: whether that wasn't known.
    func note(exhausted store: String, from instant: Instant) -> Bool {
        state.withLock { $0.exhausted.updateValue(instant, forKey: store) } != instant
    }

    func forget(exhausted store: String) {
        state.withLock { $0.exhausted[store] = nil }
    }

    /// Increases when a store's description changes.
    package var descriptionsVersion: Int {
        state.withLock { $0.descriptionsVersion }
    }
}
