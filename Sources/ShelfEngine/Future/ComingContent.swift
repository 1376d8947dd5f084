package import ShelfModel

/// A content version that is scheduled to come in force during a future.
package struct ComingContent: Sendable {
    package let version: ContentVersion
    let catalogue: Catalogue
    /// The store as the version has it; `nil` when the version has no such store, so that it closes.
    let store: StoreContent?

    /// Up to when everything is drawn by the content before.
    package var drawsFrom: Instant { StorePublisher.drawnUntil(whenInForceFrom: version.from) }
}
