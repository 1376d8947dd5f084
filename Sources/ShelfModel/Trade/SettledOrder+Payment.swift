extension SettledOrder {
    /// The journal entry of what the player paid; `nil` when the order was refused or the item was free.
    package var payment: NewJournalEntry? {
        guard verdict.isSold, order.offered > 0 else { return nil }
        return NewJournalEntry(
            at: order.at, player: order.id.player, currency: order.currency, amount: -order.offered,
            counterpart: .sales, reason: "purchase", by: "player", key: order.id.key, purchase: id)
    }
}
