import GRDB
import ShelfDatabase
import ShelfModel

extension Reversal {
    static func find(by: String, key: String, in database: Database) throws -> Reversal? {
        try Row.fetchOne(
            database, sql: #"SELECT * FROM reversal WHERE "by" = ? AND key = ?"#, arguments: [by, key]
        ).map(Reversal.init(row:))
    }

    /// Reverses a purchase: removes the item and, for a refund, returns the money.
    func reverse(in database: Database) throws -> ReversalAnswer {
        if try isKeyReused(in: database) { return .keyReused }
        guard let kept = try KeptOrder.find(purchase, in: database), kept.settled.verdict.isSold else {
            return .notSold
        }
        let (order, price) = (kept.settled.order, kind == .refund ? kept.settled.order.offered : 0)
        let balance = try Wallets.balance(of: order.id.player, order.currency, in: database)
        if let earlier = kept.reversal {
            let isReplay = (earlier.by, earlier.key) == (by, key)
            return isReplay ? .reversed(kept, balance: balance, isReplay: true) : .reversedAlready(earlier)
        }
        guard let after = Wallets.sum(balance, price) else { return .impossible(balance: balance) }
        try insert(into: database)
        try database.change(
            "owned",
            "UPDATE owned SET count = count - 1 WHERE player = ? AND item = ?", [order.id.player, order.item])
        try CardRows.renew(of: order.id.player, order.item, in: database)
        if price > 0 {
            try Wallets.set(order.id.player, order.currency, to: after, in: database)
            try JournalEntry.insert(
                at: at, player: order.id.player, currency: order.currency, amount: price, counterpart: .sales,
                reason: reason, by: by, key: key, purchase: purchase, into: database)
        }
        return .reversed(
            KeptOrder(settled: kept.settled, reversal: self, card: kept.card), balance: after, isReplay: false)
    }

    private func isKeyReused(in database: Database) throws -> Bool {
        if let earlier = try Self.find(by: by, key: key, in: database) {
            return (earlier.purchase, earlier.kind, earlier.reason) != (purchase, kind, reason)
        }
        return try JournalEntry.find(by: by, key: key, in: database) != nil
    }

    private func insert(into database: Database) throws {
        try database.run(
            "INSERT INTO reversal VALUES (?, ?, ?, ?, ?, ?)",
            [purchase, kind.rawValue, reason, by, key, at.milliseconds])
    }

    private init(row: Row) throws {
        self.init(
            purchase: row["purchase"], kind: try row.read("kind", Kind.init), reason: row["reason"], by: row["by"],
            key: row["key"], at: row.instant("at_ms"))
    }
}
