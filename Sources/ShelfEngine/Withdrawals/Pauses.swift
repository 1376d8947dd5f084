package import ShelfDatabase
package import ShelfModel
import Synchronization

/// Knows which stores are paused, by whichever server, to tell readers. The till asks the database itself.
package final class Pauses: Sendable {
    private struct State {
        /// By the stores' ids, also those that were resumed.
        var pauses: [String: StorePause] = [:]
        var version = 0
        var followed: Int64?
    }

    private let database: any PauseDatabase
    private let state = Mutex(State())
    /// Reads one after the other, so that an older answer never takes the place of a newer one.
    private let reading = SerialWork()

    package init(database: any PauseDatabase) {
        self.database = database
    }

    /// Grows whenever a store is paused or resumed.
    package var version: Int { state.withLock(\.version) }

    /// Whether a store is paused; `nil` for one that never was.
    package func isPaused(_ store: String) -> Bool? { state.withLock { $0.pauses[store]?.isPaused } }

    /// - Parameter audit: makes the entry for the audit log from what was changed, or from `nil` when nothing was.
    /// - Returns: the store's newest pause or resumption, and whether it is this one.
    package func change(
        _ order: StorePause.Order, audit: @escaping @Sendable (StorePause?) -> AuditEntry?
    ) async throws -> (pause: StorePause?, isNew: Bool) {
        let outcome = try await database.pause(order, audit: audit)
        // It is in force whatever comes of telling it: that is tried again twice a second.
        try? await refresh()
        return outcome
    }

    /// Reads which stores are paused, if there is news of it.
    func follow(_ news: News) async throws {
        guard state.withLock({ $0.followed != news.pauses }) else { return }
        try await refresh()
        state.withLock { $0.followed = news.pauses }
    }

    package func refresh() async throws {
        try await reading.run {
            let pauses = Dictionary(uniqueKeysWithValues: try await database.pauses().map { ($0.store, $0) })
            state.withLock { state in
                guard state.pauses != pauses else { return }
                (state.pauses, state.version) = (pauses, state.version + 1)
            }
        }
    }
}
