/// That a store was paused or resumed. While it is paused nothing of it is sold, though its listings go on.
package struct StorePause: Hashable, Sendable {
    /// Counts up from 1, over all stores.
    package let number: Int64
    package let store: String
    /// `false` when the store was resumed.
    package let isPaused: Bool
    package let reason: String
    /// The name of an admin's token.
    package let by: String
    package let at: Instant

    package init(number: Int64, store: String, isPaused: Bool, reason: String, by: String, at: Instant) {
        self.number = number
        self.store = store
        self.isPaused = isPaused
        self.reason = reason
        self.by = by
        self.at = at
    }

    /// What an admin orders.
    package struct Order: Hashable, Sendable {
        package let store: String
        package let isPaused: Bool
        package let reason: String
        package let by: String
        package let at: Instant

        package init(store: String, isPaused: Bool, reason: String, by: String, at: Instant) {
            self.store = store
            self.isPaused = isPaused
            self.reason = reason
            self.by = by
            self.at = at
        }

        package func numbered(_ number: Int64) -> StorePause {
            StorePause(number: number, store: store, isPaused: isPaused, reason: reason, by: by, at: at)
        }
    }
}
