package import ShelfModel

/// Stores what players bought with real money.
///
/// Each App Store transaction has one account, no matter which player sends it and in which order its notifications
/// arrive. Each write is one database transaction, which locks the account before the player.
package protocol TopUpDatabase: Sendable {
    /// Adds a transaction's amount to a player's wallet, once.
    func topUp(_ claim: TopUpClaim, transaction: String, at: Instant) async throws -> TopUpAnswer

    /// Records how much of a transaction is revoked, even for a transaction that no player has sent yet, and corrects
    /// the wallet. It takes no more than the wallet holds; the journal entry's reason says how much is lacking.
    ///
    /// - Returns: the transaction's account after the change.
    func revise(_ revision: TopUpRevision, at: Instant) async throws -> TopUpAccount

    /// Returns the account of a transaction.
    func topUpAccount(of transaction: String) async throws -> TopUpAccount?
}
