/// What a claim is judged by, read while the transaction's account and the player are locked.
package struct TopUpFacts: Hashable, Sendable {
    /// The transaction's account, as it is stored; a new one when there is none.
    package let account: TopUpAccount
    /// Whether the player of the new claim exists.
    package let isPlayerKnown: Bool
    /// What the wallet holds that the account's claim names, or the new claim if that is the first.
    package let balance: Int64

    package init(account: TopUpAccount, isPlayerKnown: Bool, balance: Int64) {
        self.account = account
        self.isPlayerKnown = isPlayerKnown
        self.balance = balance
    }

    package func judge(_ claim: TopUpClaim, at: Instant) -> TopUpVerdict {
        var account = account
        guard isPlayerKnown else { return .answered(.unknownPlayer) }
        guard account.take(claim) else { return .answered(.anothers) }
        // What found no room in the wallet is given when the claim comes again.
        guard self.account.claim != nil, account.outstanding <= 0 else {
            return .entered(PendingTopUp(of: account, balance: balance, at: at))
        }
        return .answered(account.due > 0 ? .counted(account, balance: balance, isReplay: true) : .revoked)
    }
}

/// What becomes of a claim.
package enum TopUpVerdict: Hashable, Sendable {
    /// This is the answer, and nothing changes.
    case answered(TopUpAnswer)
    /// The posting is made. ``PendingTopUp/account(after:)`` is then stored, and ``PendingTopUp/claimed(after:)`` is
    /// the answer.
    case entered(PendingTopUp)
}
