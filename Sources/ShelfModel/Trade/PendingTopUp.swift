/// A transaction's account after a claim or a revision, and the posting that is still to be made for it.
package struct PendingTopUp: Hashable, Sendable {
    /// It gives the wallet a change, or takes as much of it as the wallet holds; `nil` when there is nothing to do.
    package let posting: Posting?

    /// The account with the claim or the revision, before anything is posted.
    private let taken: TopUpAccount
    private let balance: Int64

    /// - Parameters:
    ///   - account: has just taken its first claim, or one that comes again while something is still to be given.
    ///   - balance: what the claiming player's wallet holds.
    init(of account: TopUpAccount, balance: Int64, at: Instant) {
        taken = account
        self.balance = balance
        // What a revision lets give, too, is a posting of its own.
        let revision = account.revised.map { " \($0.milliseconds)" } ?? ""
        posting = account.posting(
            of: account.change(from: 0), "top-up", by: "player", key: "top-up \(account.transaction)\(revision)",
            balance: balance, at: at)
    }

    /// - Parameters:
    ///   - account: has just taken the revision.
    ///   - before: the amount that was due until then.
    ///   - balance: what the claiming player's wallet holds.
    init(of account: TopUpAccount, by revision: TopUpRevision, before: Int64, balance: Int64, at: Instant) {
        taken = account
        self.balance = balance
        let what = revision.revoked == .none ? "refund reversed" : "refund"
        posting = account.posting(
            of: account.change(from: before), what, by: "app store",
            key: "\(what) \(account.transaction) \(revision.signed.milliseconds)", balance: balance, at: at)
    }

    /// The account as it is stored once the posting is made. What the wallet can't hold stays
    /// ``TopUpAccount/outstanding``.
    ///
    /// - Parameter posted: the posting's answer; `nil` when there was nothing to post.
    package func account(after posted: PostingAnswer?) -> TopUpAccount {
        var account = taken
        if case .posted(let entry, _, _) = posted { account.note(entry.amount) }
        return account
    }

    /// The answer to a claim once the posting is made.
    ///
    /// - Parameter posted: the posting's answer; `nil` when there was nothing to post.
    package func claimed(after posted: PostingAnswer?) -> TopUpAnswer {
        var held = balance
        switch posted {
        case .impossible(let balance): return .impossible(balance: balance)
        case .posted(_, let balance, _): held = balance
        // The key is the transaction's own and the player is locked, so only `nil` comes here.
        case .keyReused, .unknownPlayer, nil: break
        }
        let stored = account(after: posted)
        return stored.due > 0 ? .counted(stored, balance: held, isReplay: false) : .revoked
    }
}

extension TopUpAccount {
    /// - Parameters:
    ///   - change: what the wallet is given; negative when something is taken.
    ///   - balance: what the wallet holds, so that the reason can say how much is lacking.
    /// - Returns: `nil` when there is nothing to do.
    fileprivate func posting(
        of change: Int64, _ what: String, by: String, key: String, balance: Int64, at: Instant
    ) -> Posting? {
        guard let claim, change != 0 else { return nil }
        let lacking = Self.lacking(change, in: balance)
        return Posting(
            player: claim.player, currency: claim.currency, amount: change, counterpart: .topUps,
            reason: "\(what) of \(claim.product)" + (lacking > 0 ? ", \(lacking) lacking" : ""),
            by: by, key: key, at: at, takesWhatIsThere: true)
    }
}
