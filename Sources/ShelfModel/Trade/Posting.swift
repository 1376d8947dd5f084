/// A change of a balance other than a purchase: a grant, a correction or a top-up.
package struct Posting: Hashable, Sendable {
    package let player: Int64
    package let currency: String
    package let amount: Int64
    package let counterpart: JournalEntry.Counterpart
    package let reason: String
    package let by: String
    /// The idempotency key. Requests with the same key and the same ``by`` are one posting, however often they are
    /// sent.
    package let key: String
    package let at: Instant
    /// Whether a balance that is too small is emptied. Otherwise the posting is refused.
    package let takesWhatIsThere: Bool

    package init(
        player: Int64, currency: String, amount: Int64, counterpart: JournalEntry.Counterpart, reason: String,
        by: String, key: String, at: Instant, takesWhatIsThere: Bool = false
    ) {
        self.player = player
        self.currency = currency
        self.amount = amount
        self.counterpart = counterpart
        self.reason = reason
        self.by = by
        self.key = key
        self.at = at
        self.takesWhatIsThere = takesWhatIsThere
    }
}

/// The outcome of a posting.
package enum PostingAnswer: Hashable, Sendable {
    case posted(JournalEntry, balance: Int64, isReplay: Bool)
    /// The key was already used for another posting or for a reversal.
    case keyReused
    /// The balance would have gone below zero, or beyond ``Money/most``.
    case impossible(balance: Int64)
    case unknownPlayer
}
