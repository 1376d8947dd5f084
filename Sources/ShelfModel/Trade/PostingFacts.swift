/// What a posting is judged by, read while its player is locked.
package struct PostingFacts: Hashable, Sendable {
    package let isPlayerKnown: Bool
    /// What the wallet holds.
    package let balance: Int64
    /// What the same author has posted with the same key before.
    package let earlier: JournalEntry?
    /// Whether the same author has reversed a purchase with the same key.
    package let isKeyOfReversal: Bool

    package init(isPlayerKnown: Bool, balance: Int64, earlier: JournalEntry?, isKeyOfReversal: Bool) {
        self.isPlayerKnown = isPlayerKnown
        self.balance = balance
        self.earlier = earlier
        self.isKeyOfReversal = isKeyOfReversal
    }

    package func judge(_ posting: Posting) -> PostingVerdict {
        guard isPlayerKnown else { return .answered(.unknownPlayer) }
        if let earlier {
            return .answered(
                posting.isSame(as: earlier) ? .posted(earlier, balance: balance, isReplay: true) : .keyReused)
        }
        guard !isKeyOfReversal else { return .answered(.keyReused) }
        let change = posting.takesWhatIsThere ? max(posting.amount, -balance) : posting.amount
        guard let after = Money.sum(balance, change) else { return .answered(.impossible(balance: balance)) }
        return .entered(posting.entry(of: change), balance: after)
    }
}

/// What becomes of a posting.
package enum PostingVerdict: Hashable, Sendable {
    /// This is the answer, and nothing changes.
    case answered(PostingAnswer)
    /// The entry is stored, and the wallet then holds `balance`. So the answer is
    /// ``PostingAnswer/posted(_:balance:isReplay:)``.
    case entered(NewJournalEntry, balance: Int64)
}

extension Posting {
    /// Whether an earlier entry with the same key is what this posting asks for.
    fileprivate func isSame(as entry: JournalEntry) -> Bool {
        entry.player == player && entry.currency == currency && entry.counterpart == counterpart
            && entry.reason == reason && (entry.amount == amount || takesWhatIsThere)
    }

    fileprivate func entry(of change: Int64) -> NewJournalEntry {
        NewJournalEntry(
            at: at, player: player, currency: currency, amount: change, counterpart: counterpart, reason: reason,
            by: by, key: key, purchase: nil)
    }
}
