package import ShelfModel

/// Stores how operators have changed what was decided and not yet released.
package protocol ChangeDatabase: Sendable {
    /// Puts other cards into listings, if nothing of the store has changed since they were made.
    ///
    /// The changed listings take the places of those with the revision before theirs, in the same transaction as the
    /// change and its entry in the audit log, and ``WindowHead/changes`` counts up. So ``ScheduleDatabase/publish(_:)``
    /// refuses a window that was made before the change.
    ///
    /// - Parameters:
    ///   - listings: with their new revisions, items and cards. One of revision 0 is drawn with the change and is there
    ///     for the first time.
    ///   - head: what they are based on.
    ///   - isInTime: whether the change may still be made. It is asked inside the transaction, because the database may
    ///     have made the call wait.
    ///   - audit: makes the audit entry, which is written in the same transaction.
    func change(
        _ order: ChangeOrder, to listings: [StoredListing], after head: WindowHead,
        isInTime: @escaping @Sendable () -> Bool, audit: @escaping @Sendable (ChangeAnswer) -> AuditEntry?
    ) async throws -> ChangeAnswer

    /// The change that an operator has made with a key before; `nil` for none.
    func change(by: String, key: String) async throws -> ListingChange?

    /// How many changes each store has had; stores without any are left out.
    func changes() async throws -> [String: Int64]

    /// A store's redraws, by number.
    func redraws(of store: String) async throws -> [Redraw]
}
