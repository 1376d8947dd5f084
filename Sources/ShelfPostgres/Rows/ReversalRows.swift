import ShelfDatabase
import ShelfModel

extension Reversal {
    static func find(by: String, key: String, in session: PostgresSession) throws -> Reversal? {
        try session.row(
            #"SELECT * FROM reversal WHERE "by" = $1 AND key = $2"#, [by, key]
        ).map(Reversal.init(row:))
    }

    /// Reverses a purchase: removes the item and, for a refund, returns the money.
    func reverse(in session: PostgresSession) throws -> ReversalAnswer {
        if try isKeyReused(in: session) { return .keyReused }
        guard let sold = try KeptOrder.find(purchase, in: session), sold.settled.verdict.isSold else {
            return .notSold
        }
        try Wallets.lock([sold.settled.order.id.player], in: session)
        guard let kept = try KeptOrder.find(purchase, in: session) else { return .notSold }
        let (order, price) = (kept.settled.order, kind == .refund ? kept.settled.order.offered : 0)
        let balance = try Wallets.balance(of: order.id.player, order.currency, in: session)
        if let earlier = kept.reversal {
            let isReplay = (earlier.by, earlier.key) == (by, key)
            return isReplay ? .reversed(kept, balance: balance, isReplay: true) : .reversedAlready(earlier)
        }
        guard let after = Wallets.sum(balance, price) else { return .impossible(balance: balance) }
        try insert(into: session)
        try session.change(
            "owned",
            "UPDATE owned SET count = count - 1 WHERE player = $1 AND item = $2", [order.id.player, order.item])
        try CardRows.renew(of: order.id.player, order.item, in: session)
        if price > 0 {
            try Wallets.set(order.id.player, order.currency, to: after, in: session)
            try JournalEntry.insert(
                at: at, player: order.id.player, currency: order.currency, amount: price, counterpart: .sales,
                reason: reason, by: by, key: key, purchase: purchase, into: session)
        }
        return .reversed(
            KeptOrder(settled: kept.settled, reversal: self, card: kept.card), balance: after, isReplay: false)
    }

    private func isKeyReused(in session: PostgresSession) throws -> Bool {
        if let earlier = try Self.find(by: by, key: key, in: session) {
            return (earlier.purchase, earlier.kind, earlier.reason) != (purchase, kind, reason)
        }
        return try JournalEntry.find(by: by, key: key, in: session) != nil
    }

    private func insert(into session: PostgresSession) throws {
        try session.run(
            "INSERT INTO reversal VALUES ($1, $2, $3, $4, $5, $6)",
            [purchase, kind.rawValue, reason, by, key, at])
    }

    private init(row: PostgresRow) throws {
        self.init(
            purchase: row["purchase"], kind: try row.read("kind", Kind.init), reason: row["reason"], by: row["by"],
            key: row["key"], at: row["at_ms"])
    }
}
