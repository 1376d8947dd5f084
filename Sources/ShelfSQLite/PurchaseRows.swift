import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

extension SettledOrder {
    static func find(_ id: OrderID, in database: Database) throws -> SettledOrder? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM purchase WHERE player = ? AND key = ?")
        return try Row.fetchOne(statement, arguments: [id.player, id.key]).map(SettledOrder.init(row:))
    }

    /// Keeps the order and, when it was sold, the money that it moved.
    func insert(into database: Database) throws {
        let (refusal, number): (String?, Int64?) =
            switch verdict {
            case .sold(let number): (nil, number)
            case .refused(let refusal): (refusal.rawValue, nil)
            }
        let listing = order.listing
        try database.run(
            "INSERT INTO purchase VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                id, order.id.player, order.id.key, order.at.milliseconds, listing.store, Data(listing.chain),
                listing.slot, listing.position, listing.revision, order.item, order.currency, order.offered, refusal,
                number,
            ])
        guard verdict.isSold, order.offered > 0 else { return }
        try JournalEntry.insert(
            at: order.at, player: order.id.player, currency: order.currency, amount: -order.offered,
            counterpart: .sales, reason: "purchase", by: "player", key: order.id.key, purchase: id, into: database)
    }

    init(row: Row) throws {
        let refusal = try row.readIfPresent("refusal", PurchaseRefusal.init)
        self.init(
            id: row["id"],
            order: OrderRecord(
                id: OrderID(player: row["player"], key: row["key"]),
                listing: ListingName(
                    store: row["store"], chain: row.bytes("chain"), slot: row["slot"], position: row["position"],
                    revision: row["revision"]),
                offered: row["offered"], at: row.instant("at_ms"), item: row["item"], currency: row["currency"]),
            verdict: refusal.map(PurchaseVerdict.refused) ?? .sold(number: row["number"]))
    }
}

extension KeptOrder {
    private static let columns = """
        SELECT purchase.*, reversal.kind, reversal.reason, reversal."by" AS reversed_by,
            reversal.key AS reversal_key, reversal.at_ms AS reversed_at_ms
        """

    static func find(_ id: Int64, in database: Database) throws -> KeptOrder? {
        try Row.fetchOne(
            database,
            sql: "\(columns) FROM purchase LEFT JOIN reversal ON reversal.purchase = purchase.id WHERE purchase.id = ?",
            arguments: [id]
        ).map(KeptOrder.init(row:))
    }

    static func all(of player: Int64, before: Int64?, limit: Int, in database: Database) throws -> [KeptOrder] {
        try Row.fetchAll(
            database,
            sql: """
                \(columns)
                FROM purchase INDEXED BY purchase_of_player LEFT JOIN reversal ON reversal.purchase = purchase.id
                WHERE purchase.player = ? AND purchase.id < ? ORDER BY purchase.id DESC LIMIT ?
                """,
            arguments: [player, before ?? .max, limit]
        ).map(KeptOrder.init(row:))
    }

    private init(row: Row) throws {
        let settled = try SettledOrder(row: row)
        let reversal = try row.readIfPresent("kind", Reversal.Kind.init).map { kind in
            Reversal(
                purchase: settled.id, kind: kind, reason: row["reason"], by: row["reversed_by"],
                key: row["reversal_key"], at: row.instant("reversed_at_ms"))
        }
        self.init(settled: settled, reversal: reversal)
    }
}

extension OwnedItem {
    static func all(of player: Int64, in database: Database) throws -> [OwnedItem] {
        let numbers = try Row.fetchAll(
            database,
            sql: """
                SELECT item, number FROM purchase INDEXED BY numbered_purchase_of_player
                LEFT JOIN reversal ON reversal.purchase = purchase.id
                WHERE player = ? AND number IS NOT NULL AND reversal.purchase IS NULL ORDER BY number
                """,
            arguments: [player])
        let byItem = Dictionary(grouping: numbers) { $0["item"] as String }
        return try Row.fetchAll(
            database, sql: "SELECT item, count FROM owned WHERE player = ? AND count > 0 ORDER BY item",
            arguments: [player]
        ).map { row in
            OwnedItem(
                item: row["item"], count: row["count"],
                numbers: byItem[row["item"], default: []].map { $0["number"] })
        }
    }
}
