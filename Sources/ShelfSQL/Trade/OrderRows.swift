import ShelfDatabase
package import ShelfModel

extension SettledOrder {
    package static func find(_ id: OrderID, in session: some SQLSession) throws -> SettledOrder? {
        try session.row("SELECT * FROM purchase WHERE player = $1 AND key = $2", [id.player, id.key])
            .map { try SettledOrder(row: $0) }
    }

    package init(row: some SQLRow) throws {
        let refusal = try row.readIfPresent("refusal", PurchaseRefusal.init)
        self.init(
            id: row["id"],
            order: OrderRecord(
                id: OrderID(player: row["player"], key: row["key"]),
                listing: ListingName(
                    store: row["store"], chain: row["chain"], slot: row["slot"], position: row["position"],
                    revision: row["revision"]),
                offered: row["offered"], at: row["at_ms"], item: row["item"], currency: row["currency"]),
            verdict: refusal.map(PurchaseVerdict.refused) ?? .sold(number: row["number"]))
    }
}

extension KeptOrder {
    private static let columns = """
        SELECT purchase.*, reversal.kind, reversal.reason, reversal."by" AS reversed_by,
            reversal.key AS reversal_key, reversal.at_ms AS reversed_at_ms, card.text AS card_text
        """
    private static let joins = """
        LEFT JOIN reversal ON reversal.purchase = purchase.id LEFT JOIN card ON card.id = purchase.card
        """

    static func find(_ id: Int64, in session: some SQLSession) throws -> KeptOrder? {
        try session.row("\(columns) FROM purchase \(joins) WHERE purchase.id = $1", [id])
            .map { try KeptOrder(row: $0) }
    }

    static func all(of player: Int64, before: Int64?, limit: Int, in session: some SQLSession) throws -> [KeptOrder] {
        try all(.player, [player], before: before, limit: limit, in: session)
    }

    static func all(
        ofItem item: Item.ID, before: Int64?, limit: Int, in session: some SQLSession
    ) throws -> [KeptOrder] {
        try all(.item, [item], before: before, limit: limit, in: session)
    }

    static func all(
        ofListing name: ListingName, before: Int64?, limit: Int, in session: some SQLSession
    ) throws -> [KeptOrder] {
        try all(
            .listing, [name.chain, name.slot, name.position, name.revision], before: before, limit: limit, in: session
        )
        // A chain belongs to one store, so this leaves all of them or none.
        .filter { $0.settled.order.listing.store == name.store }
    }

    /// The newest first.
    private static func all<Session: SQLSession>(
        _ group: PurchaseGroup, _ arguments: [any SQLArgument], before: Int64?, limit: Int, in session: Session
    ) throws -> [KeptOrder] {
        let (below, most) = ("$\(arguments.count + 1)", "$\(arguments.count + 2)")
        return try session.rows(
            """
            \(columns) FROM purchase \(joins) WHERE \(Session.newest(group, before: below, limit: most))
            ORDER BY purchase.id DESC LIMIT \(most)
            """, arguments + [before ?? Int64.max, limit]
        ).map { try KeptOrder(row: $0) }
    }

    private init(row: some SQLRow) throws {
        let settled = try SettledOrder(row: row)
        let reversal = try row.readIfPresent("kind", Reversal.Kind.init).map { kind in
            Reversal(
                purchase: settled.id, kind: kind, reason: row["reason"], by: row["reversed_by"],
                key: row["reversal_key"], at: row["reversed_at_ms"])
        }
        self.init(settled: settled, reversal: reversal, card: row["card_text"])
    }
}

extension OwnedItem {
    static func all<Session: SQLSession>(of player: Int64, in session: Session) throws -> [OwnedItem] {
        let numbers = try session.rows(
            """
            SELECT item, number FROM purchase \(Session.by(index: "numbered_purchase_of_player"))
            LEFT JOIN reversal ON reversal.purchase = purchase.id
            WHERE player = $1 AND number IS NOT NULL AND reversal.purchase IS NULL ORDER BY number
            """, [player])
        let byItem = Dictionary(grouping: numbers) { $0["item"] as String }
        return try session.rows(
            """
            SELECT item, count, card.text AS card_text FROM owned LEFT JOIN card ON card.id = owned.card
            WHERE player = $1 AND count > 0 ORDER BY item
            """, [player]
        ).map { row in
            OwnedItem(
                item: row["item"], count: row["count"],
                numbers: byItem[row["item"], default: []].map { $0["number"] }, card: row["card_text"])
        }
    }
}
