package import ShelfModel

/// Stores what operators have withdrawn from sale. The till reads it in the transaction in which it settles
/// (``TradeDatabase/settle(_:)``), so nothing is sold after a withdrawal is stored.
package protocol WithdrawalDatabase: Sendable {
    /// Stores a withdrawal. Each key of an operator has an effect only once.
    ///
    /// - Parameter audit: makes the audit entry, which is written in the same transaction, so that neither is stored
    ///   without the other.
    func withdraw(
        _ order: WithdrawalOrder, audit: @escaping @Sendable (WithdrawalAnswer) -> AuditEntry?
    ) async throws -> WithdrawalAnswer

    /// Lifts the withdrawal of an item or a store, once.
    ///
    /// - Parameter audit: makes the audit entry, which is written in the same transaction.
    func lift(
        _ order: LiftOrder, audit: @escaping @Sendable (WithdrawalAnswer) -> AuditEntry?
    ) async throws -> WithdrawalAnswer

    /// Returns withdrawals, the newest first.
    ///
    /// - Parameter before: only those with smaller numbers are returned; `nil` for the newest.
    func withdrawals(before: Int64?, limit: Int) async throws -> [Withdrawal]

    /// Returns the withdrawals that may cover a listing that ends after `instant`, by number.
    func withdrawals(inForceAfter instant: Instant) async throws -> [Withdrawal]
}
