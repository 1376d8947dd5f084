import ShelfModel

extension SettledOrder {
    /// The order with the number 9, of a kite for player 1.
    static func sample(offered: Int64, verdict: PurchaseVerdict) -> SettledOrder {
        SettledOrder(
            id: 9,
            order: OrderRecord(
                id: OrderID(player: 1, key: "a"),
                listing: ListingName(store: "main", chain: [7], slot: 3, position: 1, revision: 0), offered: offered,
                at: Instant(milliseconds: 5_000), item: "kite", currency: "coins"),
            verdict: verdict)
    }
}
