package import ShelfModel

/// Stores which stores are paused. The till reads it in the transaction in which it settles
/// (``TradeDatabase/settle(_:)``), so nothing is sold of a store after its pause is stored.
package protocol PauseDatabase: Sendable {
    /// Pauses or resumes a store, unless it is in that state already.
    ///
    /// - Parameter audit: makes the audit entry from what was changed, or from `nil` when nothing was; it is written in
    ///   the same transaction.
    /// - Returns: the store's newest pause or resumption, and whether it is this one; `nil` for a store that was never
    ///   paused.
    func pause(
        _ order: StorePause.Order, audit: @escaping @Sendable (StorePause?) -> AuditEntry?
    ) async throws -> (pause: StorePause?, isNew: Bool)

    /// Returns the newest pause or resumption of each store that was ever paused, by the stores' ids.
    func pauses() async throws -> [StorePause]
}
