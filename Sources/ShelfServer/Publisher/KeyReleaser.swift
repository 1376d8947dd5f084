package import ShelfModel
import ShelfWire
import Synchronization

/// Pushes each key to the open streams when it is due, never before.
package final class KeyReleaser: Sendable {
    private let shelves: Shelves
    private let vault: KeyVault
    private let streams: KeyStreams
    private let metrics: ServerMetrics
    /// Up to when each store's releases have been pushed.
    private let pushed = Mutex<[String: Instant]>([:])

    package init(shelves: Shelves, vault: KeyVault, streams: KeyStreams, metrics: ServerMetrics) {
        self.shelves = shelves
        self.vault = vault
        self.streams = streams
        self.metrics = metrics
    }

    /// Pushes all that has become due since the last call.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    /// - Returns: how many keys were pushed for each store.
    @discardableResult
    package func release(earliest: Instant) -> [String: Int] {
        var counts: [String: Int] = [:]
        for store in shelves.all {
            for event in due(in: store, earliest: earliest) {
                streams.send(event, to: store.id)
                metrics.count(.keysReleased)
                counts[store.id, default: 0] += 1
            }
        }
        return counts
    }

    /// When the next key is due that has not been pushed, as far as is known.
    package func next(after earliest: Instant) -> Instant? {
        shelves.all.compactMap { $0.releases(after: earliest).first?.at }.min()
    }

    private func due(in store: PublishedStore, earliest: Instant) -> [KeyEvent] {
        let since = pushed.withLock { $0.updateValue(earliest, forKey: store.id) } ?? earliest
        guard let sequence = store.windows.first?.sequence else { return [] }
        return store.releases(after: since)
            .prefix { $0.at <= earliest }
            .compactMap { vault.release($0.chain, slot: $0.slot, earliest: earliest) }
            .map { KeyEvent(released: $0, sequence: sequence) }
    }
}
