/// What the revision of a top-up is judged by, read while the transaction's account and the player who has claimed it
/// are locked.
package struct RevisionFacts: Hashable, Sendable {
    /// The transaction's account, as it is stored; a new one when there is none.
    package let account: TopUpAccount
    /// What the wallet holds that the account's claim names; 0 without a claim.
    package let balance: Int64

    package init(account: TopUpAccount, balance: Int64) {
        self.account = account
        self.balance = balance
    }

    package func judge(_ revision: TopUpRevision, at: Instant) -> RevisionVerdict {
        var revised = account
        guard revised.take(revision) else { return .known(account) }
        return .entered(PendingTopUp(of: revised, by: revision, before: account.due, balance: balance, at: at))
    }
}

/// What becomes of a revision.
package enum RevisionVerdict: Hashable, Sendable {
    /// This revision, or one that was signed later, is known already. The account stays as it is.
    case known(TopUpAccount)
    /// The posting is made. ``PendingTopUp/account(after:)`` is then stored and is the answer.
    case entered(PendingTopUp)
}
