package import ShelfModel

/// Where a server keeps what was bought, and what everybody has.
///
/// Each write is one transaction and durable before it returns; what can't be
/// written throws, and leaves everything as it was.
package protocol TradeDatabase: Sendable {
    /// Judges orders one after the other and keeps what came of them, all in one transaction.
    ///
    /// - Returns: an answer for each, in their order. One that is refused spoils no other.
    func settle(_ orders: [PurchaseOrder]) async throws -> [PurchaseAnswer]

    /// What became of an order, if it was ever settled.
    func settled(_ id: OrderID) async throws -> SettledOrder?

    /// Changes a balance, once for each key of an operator.
    ///
    /// - Parameter audit: what to write down of it, in the same transaction: neither is there without the other.
    func post(_ posting: Posting, audit: @escaping @Sendable (PostingAnswer) -> AuditEntry?) async throws
        -> PostingAnswer

    /// Takes a purchase back, once. The key is an operator's own as that of a posting is, and of the same kind: what
    /// was used for one can't be used for the other.
    ///
    /// - Parameter audit: what to write down of it, in the same transaction: neither is there without the other.
    func reverse(_ reversal: Reversal, audit: @escaping @Sendable (ReversalAnswer) -> AuditEntry?) async throws
        -> ReversalAnswer

    /// A player's balances by currency.
    func balances(of player: Int64) async throws -> [String: Int64]

    /// What a player owns, by item.
    func inventory(of player: Int64) async throws -> [OwnedItem]

    /// A player's settled orders, the newest first, refusals included.
    ///
    /// - Parameter before: only those with smaller numbers.
    func orders(of player: Int64, before: Int64?, limit: Int) async throws -> [KeptOrder]

    func order(_ id: Int64) async throws -> KeptOrder?

    /// A player's journal, the newest entry first.
    func journal(of player: Int64, before: Int64?, limit: Int) async throws -> [JournalEntry]

    /// Whether every balance is the sum of its entries, and if not, whose isn't.
    func unbalancedWallets() async throws -> [PurchaseBook.Wallet]

    /// Writes a use of an admin token down that changed nothing; its number is given here.
    func audit(_ entry: AuditEntry) async throws

    /// Uses of admin tokens, the newest first.
    func auditLog(before: Int64?, limit: Int) async throws -> [AuditEntry]

    /// Forgets refused orders from before `instant`, some at a time; their keys may then be used again.
    func forgetRefusals(before instant: Instant) async throws
}
