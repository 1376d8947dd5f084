import ShelfDatabase
import ShelfModel

extension Reversal {
    static func find(by: String, key: String, in session: some SQLSession) throws -> Reversal? {
        try session.row(#"SELECT * FROM reversal WHERE "by" = $1 AND key = $2"#, [by, key])
            .map { try Reversal(row: $0) }
    }

    /// Reverses a purchase: removes the item and, for a refund, returns the money.
    func reverse(in session: some SQLSession) throws -> ReversalAnswer {
        switch try facts(in: session).judge(self) {
        case .answered(let answer): return answer
        case .entered(let reversed, let refund, let balance):
            let order = reversed.settled.order
            try insert(into: session)
            try session.change(
                "owned", "UPDATE owned SET count = count - 1 WHERE player = $1 AND item = $2",
                [order.id.player, order.item])
            try Self.renewCard(of: order.id.player, order.item, in: session)
            if let refund {
                try Wallets.set(order.id.player, order.currency, to: balance, in: session)
                try refund.insert(into: session)
            }
            return .reversed(reversed, balance: balance, isReplay: false)
        }
    }

    private func facts(in session: some SQLSession) throws -> ReversalFacts {
        let order = try KeptOrder.find(purchase, in: session)?.settled.order
        if let order { try session.lock(.players([order.id.player])) }
        return ReversalFacts(
            earlier: try Self.find(by: by, key: key, in: session),
            isKeyOfPosting: try JournalEntry.find(by: by, key: key, in: session) != nil,
            kept: try KeptOrder.find(purchase, in: session),
            balance: try order.map { try Wallets.balance(of: $0.id.player, $0.currency, in: session) } ?? 0)
    }

    private func insert(into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO reversal VALUES ($1, $2, $3, $4, $5, $6)", [purchase, kind.rawValue, reason, by, key, at])
    }

    /// Updates the card of an item that a player owns. It is the card of the latest purchase that wasn't reversed.
    private static func renewCard(of player: Int64, _ item: Item.ID, in session: some SQLSession) throws {
        try session.run(
            """
            UPDATE owned SET card = (
                SELECT purchase.card FROM purchase LEFT JOIN reversal ON reversal.purchase = purchase.id
                WHERE purchase.player = owned.player AND purchase.item = owned.item AND refusal IS NULL
                    AND reversal.purchase IS NULL
                ORDER BY purchase.id DESC LIMIT 1)
            WHERE player = $1 AND item = $2
            """, [player, item])
    }

    private init(row: some SQLRow) throws {
        self.init(
            purchase: row["purchase"], kind: try row.read("kind", Kind.init), reason: row["reason"], by: row["by"],
            key: row["key"], at: row["at_ms"])
    }
}
