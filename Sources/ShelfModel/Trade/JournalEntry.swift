/// One change of one wallet, with its other side.
///
/// This is double-entry bookkeeping: what the player receives is taken from the counterpart, and the other way round,
/// so the sum over all accounts is always zero.
package struct JournalEntry: Hashable, Sendable {
    package let id: Int64
    package let at: Instant
    package let player: Int64
    package let currency: String
    /// The amount that the player received; negative when money was taken.
    package let amount: Int64
    package let counterpart: Counterpart
    package let reason: String
    /// Who made the change: the name of an admin token, or `player`, `server` or `app store`.
    package let by: String
    package let key: String
    /// The purchase that it belongs to.
    package let purchase: Int64?

    /// The other side of an entry: an account of the game.
    package enum Counterpart: String, Hashable, Sendable, CaseIterable {
        case sales
        case grants
        case corrections
        case topUps = "top_ups"
    }

    package init(
        id: Int64, at: Instant, player: Int64, currency: String, amount: Int64, counterpart: Counterpart,
        reason: String, by: String, key: String, purchase: Int64?
    ) {
        self.id = id
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
}
