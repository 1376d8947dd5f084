/// The outcome of a claim.
package enum TopUpAnswer: Hashable, Sendable {
    /// - Parameter balance: what the wallet holds now.
    case counted(TopUpAccount, balance: Int64, isReplay: Bool)
    /// Another player has already claimed the transaction.
    case anothers
    /// The whole transaction is revoked, whether that happened before or after the claim.
    case revoked
    /// The wallet can't hold that much. The claim is kept, and given when it comes again and there is room.
    case impossible(balance: Int64)
    case unknownPlayer
}
