package import ShelfModel

/// Where a server keeps what was bought with real money.
///
/// A transaction has one account, whoever sends it and in whatever order its
/// news comes. Each write is one transaction of the database, which takes the
/// account first and the wallet then.
package protocol TopUpDatabase: Sendable {
    /// Puts into a player's wallet what a transaction is due, once.
    func topUp(_ claim: TopUpClaim, transaction: String, at: Instant) async throws -> TopUpAnswer

    /// Notes how much of a transaction is revoked, whether it was ever seen or not, and takes that back, or gives it
    /// again. What the wallet doesn't hold is not taken: the entry's reason says how much is lacking.
    ///
    /// - Returns: the transaction's account, after it.
    func revise(_ revision: TopUpRevision, at: Instant) async throws -> TopUpAccount

    /// What is known of a transaction.
    func topUpAccount(of transaction: String) async throws -> TopUpAccount?
}

/// What became of a claim.
package enum TopUpAnswer: Hashable, Sendable {
    /// - Parameter balance: what the wallet holds now.
    case counted(TopUpAccount, balance: Int64, isReplay: Bool)
    /// Another player has claimed it.
    case anothers
    /// All of it was taken back, before it came or since.
    case revoked
    /// The wallet can't hold that much; nothing was noted.
    case impossible(balance: Int64)
    case unknownPlayer
}
