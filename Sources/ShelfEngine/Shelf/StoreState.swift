import ShelfDatabase
import ShelfModel
import ShelfWire

/// What is read from the database to continue a store.
struct StoreState: Sendable {
    let identity: StoredStore
    let chains: [Chain]
    /// The newest first; two at most.
    let windows: [StoredWindow]
    /// How often an operator has changed listings of the store.
    let changes: Int64
    let redraws: [Redraw]
    /// Listings that are on sale, were on sale just before, or will be on sale, by start and position.
    let listings: [StoredListing]
    /// Listings before these that still keep their items away.
    let past: [Listing]

    /// What the next publication or change is based on; `nil` before the first window.
    var head: WindowHead? { windows.first?.head(changes: changes) }
}
