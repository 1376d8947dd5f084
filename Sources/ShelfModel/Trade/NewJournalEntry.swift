/// A journal entry that has no number yet.
package struct NewJournalEntry: Hashable, Sendable {
    package let at: Instant
    package let player: Int64
    package let currency: String
    /// The amount that the player received; negative when money was taken.
    package let amount: Int64
    package let counterpart: JournalEntry.Counterpart
    package let reason: String
    package let by: String
    package let key: String
    /// The purchase that it belongs to.
    package let purchase: Int64?

    package init(
        at: Instant, player: Int64, currency: String, amount: Int64, counterpart: JournalEntry.Counterpart,
        reason: String, by: String, key: String, purchase: Int64?
    ) {
        self.at = at
        self.player = player
        self.currency = currency
        self.amount = amount
        self.counterpart = counterpart
        self.reason = reason
        self.by = by
        self.key = key
        self.purchase = purchase
    }

    /// The entry with its number.
    package func numbered(_ id: Int64) -> JournalEntry {
        JournalEntry(
            id: id, at: at, player: player, currency: currency, amount: amount, counterpart: counterpart,
            reason: reason, by: by, key: key, purchase: purchase)
    }
}
