package import ShelfModel

/// What a server needs to go on with a store, as the database had it at one moment.
package struct StoredState: Hashable, Sendable {
    package let store: StoredStore
    /// Each after its predecessor.
    package let chains: [StoredChain]
    /// How often an operator has changed listings of the store.
    package let changes: Int64
    package let redraws: [Redraw]
    /// The two newest, the newest first.
    package let windows: [StoredWindow]
    /// The listings within the reach, by start, position and revision.
    package let listings: [StoredListing]
    /// What the store showed before these, without the cards.
    package let past: [Listing]

    package init(
        store: StoredStore, chains: [StoredChain], changes: Int64, redraws: [Redraw], windows: [StoredWindow],
        listings: [StoredListing], past: [Listing]
    ) {
        (self.store, self.chains, self.changes, self.redraws) = (store, chains, changes, redraws)
        (self.windows, self.listings, self.past) = (windows, listings, past)
    }

    package static let windowCount = 2

    /// How far back listings are read.
    package struct Reach: Hashable, Sendable {
        private let minute: Instant
        private let whole: TimeSpan
        private let past: TimeSpan

        /// Both spans count back from the next minute to publish, or from the newest window if that was issued earlier.
        ///
        /// - Parameters:
        ///   - minute: the next minute to publish.
        ///   - whole: listings that end within this span, or later, are read with their cards.
        ///   - past: of those before, the ones that end within this longer span are read without their cards.
        package init(minute: Instant, whole: TimeSpan, past: TimeSpan) {
            (self.minute, self.whole, self.past) = (minute, whole, past)
        }

        /// Listings that end after this instant are read with their cards.
        ///
        /// - Parameter windows: the store's newest windows.
        package func recent(_ windows: [StoredWindow]) -> Instant { newest(windows) - whole }

        /// Others that end after this instant are read without.
        package func earliest(_ windows: [StoredWindow]) -> Instant { newest(windows) - past }

        private func newest(_ windows: [StoredWindow]) -> Instant {
            min(minute, windows.first?.issuedAt ?? minute)
        }
    }
}
