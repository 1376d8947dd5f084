package import ShelfModel

/// Lets operators look up what players did, and make changes that players can't make themselves.
///
/// Each write is one transaction and durable before the call returns. A call that can't write throws and changes
/// nothing.
package protocol SupportDatabase: Sendable {
    /// Changes a balance. Each key of an operator has an effect only once.
    ///
    /// - Parameter audit: makes the audit entry, which is written in the same transaction, so that neither is stored
    ///   without the other.
    func post(_ posting: Posting, audit: @escaping @Sendable (PostingAnswer) -> AuditEntry?) async throws
        -> PostingAnswer

    /// Reverses a purchase, once. Postings and reversals share the operator's keys: a key that was used for one can't
    /// be used for the other.
    ///
    /// - Parameter audit: makes the audit entry, which is written in the same transaction, so that neither is stored
    ///   without the other.
    func reverse(_ reversal: Reversal, audit: @escaping @Sendable (ReversalAnswer) -> AuditEntry?) async throws
        -> ReversalAnswer

    /// Returns an order by its number, which a receipt or a refusal names.
    func order(_ id: Int64) async throws -> KeptOrder?

    /// Settled orders of an item, the newest first, refusals included.
    ///
    /// - Parameter before: only those with smaller numbers are returned; `nil` for the newest.
    func orders(ofItem item: Item.ID, before: Int64?, limit: Int) async throws -> [KeptOrder]

    /// Settled orders of a listing, the newest first, refusals included.
    ///
    /// - Parameter before: only those with smaller numbers are returned; `nil` for the newest.
    func orders(ofListing name: ListingName, before: Int64?, limit: Int) async throws -> [KeptOrder]

    /// A player's journal, the newest entry first.
    func journal(of player: Int64, before: Int64?, limit: Int) async throws -> [JournalEntry]

    /// Returns the wallets whose balance isn't the sum of their journal entries.
    func unbalancedWallets() async throws -> [PurchaseBook.Wallet]
}
