import ShelfDatabase
package import ShelfModel
package import ShelfWire
import Synchronization

/// Gives each key to all listeners when it is due, and never before.
package final class KeyReleaser: Sendable {
    /// Takes a key that has just been released, and the store that it belongs to.
    package typealias Listener = @Sendable (_ event: KeyEvent, _ store: String) -> Void

    private let shelves: Shelves
    private let keyring: Keyring
    private let counters: EngineCounters
    private let listeners = Mutex<[Listener]>([])
    /// The instant up to which each store's keys have been released.
    private let released = Mutex<[String: Instant]>([:])

    package init(shelves: Shelves, keyring: Keyring, counters: EngineCounters) {
        self.shelves = shelves
        self.keyring = keyring
        self.counters = counters
    }

    /// Adds a listener, which receives every key from the next release on.
    package func add(_ listener: @escaping Listener) {
        listeners.withLock { $0.append(listener) }
    }

    /// Releases all keys that have become due since the last call.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    /// - Returns: how many keys were given out for each store.
    @discardableResult
    package func release(earliest: Instant) -> [String: Int] {
        let listeners = listeners.withLock { $0 }
        var counts: [String: Int] = [:]
        for store in shelves.all {
            for event in due(in: store, earliest: earliest) {
                for listener in listeners { listener(event, store.id) }
                counters.count(.keysReleased)
                counts[store.id, default: 0] += 1
            }
        }
        return counts
    }

    /// Returns when the next unreleased key is due, as far as is known.
    package func next(after earliest: Instant) -> Instant? {
        shelves.all.compactMap { $0.releases(after: earliest).first?.at }.min()
    }

    private func due(in store: PublishedStore, earliest: Instant) -> [KeyEvent] {
        let since = released.withLock { $0.updateValue(earliest, forKey: store.id) } ?? earliest
        guard let sequence = store.windows.first?.sequence else { return [] }
        return store.releases(after: since)
            .prefix { $0.at <= earliest }
            .compactMap { keyring.release($0.chain, slot: $0.slot, earliest: earliest) }
            .map { KeyEvent(released: $0, sequence: sequence) }
    }
}
