import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

extension SettledOrder {
    static func find(_ id: OrderID, in database: Database) throws -> SettledOrder? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM purchase WHERE player = ? AND key = ?")
        return try Row.fetchOne(statement, arguments: [id.player, id.key]).map(SettledOrder.init(row:))
    }

    /// Stores the order and, if it was sold, the journal entry of its payment.
    ///
    /// - Parameter card: the number of the card that was on sale.
    func insert(card: Int64?, into database: Database) throws {
        switch verdict {
        case .sold(let number):
            try insert(number: number, card: card, into: database)
            guard order.offered > 0 else { return }
            try JournalEntry.insert(
                at: order.at, player: order.id.player, currency: order.currency, amount: -order.offered,
                counterpart: .sales, reason: "purchase", by: "player", key: order.id.key, purchase: id, into: database)
        case .refused(let refusal):
            let place = try Refusals.last(of: order.id.player, in: database) + 1
            try insert(refusal: refusal.rawValue, place: place, card: card, into: database)
            try Refusals.forget(place - Int64(RefusedOrders.kept), of: order.id.player, in: database)
        }
    }

    private func insert(
        refusal: String? = nil, number: Int64? = nil, place: Int64? = nil, card: Int64?, into database: Database
    ) throws {
        let listing = order.listing
        try database.run(
            "INSERT INTO purchase VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                id, order.id.player, order.id.key, order.at.milliseconds, listing.store, Data(listing.chain),
                listing.slot, listing.position, listing.revision, order.item, order.currency, order.offered, refusal,
                number, card, place,
            ])
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

/// The refused orders of a player. They are numbered in the order of arrival, so that the oldest is found at once.
private enum Refusals {
    static func last(of player: Int64, in database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: """
                SELECT MAX(refusal_place) FROM purchase INDEXED BY refusal_of_player
                WHERE player = ? AND refusal_place IS NOT NULL
                """)
        return try Int64.fetchOne(statement, arguments: [player]) ?? 0
    }

    static func forget(_ place: Int64, of player: Int64, in database: Database) throws {
        guard place > 0 else { return }
        try database.run("DELETE FROM purchase WHERE player = ? AND refusal_place = ?", [player, place])
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

    static func find(_ id: Int64, in database: Database) throws -> KeptOrder? {
        try Row.fetchOne(
            database,
            sql: "\(columns) FROM purchase \(joins) WHERE purchase.id = ?",
            arguments: [id]
        ).map(KeptOrder.init(row:))
    }

    static func all(of player: Int64, before: Int64?, limit: Int, in database: Database) throws -> [KeptOrder] {
        try all("INDEXED BY purchase_of_player", "player = ?", [player], before: before, limit: limit, in: database)
    }

    static func all(
        ofItem item: Item.ID, before: Int64?, limit: Int, in database: Database
    ) throws -> [KeptOrder] {
        try all("INDEXED BY purchase_of_item", "item = ?", [item], before: before, limit: limit, in: database)
    }

    static func all(
        ofListing name: ListingName, before: Int64?, limit: Int, in database: Database
    ) throws -> [KeptOrder] {
        try all(
            "INDEXED BY purchase_of_listing", "chain = ? AND slot = ? AND position = ? AND revision = ? AND store = ?",
            [Data(name.chain), name.slot, name.position, name.revision, name.store], before: before, limit: limit,
            in: database)
    }

    /// The newest first.
    ///
    /// - Parameters:
    ///   - index: the index on purchases to use, which must be ordered by number.
    ///   - whose: an SQL condition that selects the purchases.
    private static func all(
        _ index: String, _ whose: String, _ arguments: StatementArguments, before: Int64?, limit: Int,
        in database: Database
    ) throws -> [KeptOrder] {
        try Row.fetchAll(
            database,
            sql: """
                \(columns) FROM purchase \(index) \(joins)
                WHERE \(whose) AND purchase.id < ? ORDER BY purchase.id DESC LIMIT ?
                """,
            arguments: arguments + [before ?? .max, limit]
        ).map(KeptOrder.init(row:))
    }

    private init(row: Row) throws {
        let settled = try SettledOrder(row: row)
        let reversal = try row.readIfPresent("kind", Reversal.Kind.init).map { kind in
            Reversal(
                purchase: settled.id, kind: kind, reason: row["reason"], by: row["reversed_by"],
                key: row["reversal_key"], at: row.instant("reversed_at_ms"))
        }
        self.init(settled: settled, reversal: reversal, card: row.bytesIfPresent("card_text"))
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
            database,
            sql: """
                SELECT item, count, card.text AS card_text FROM owned LEFT JOIN card ON card.id = owned.card
                WHERE player = ? AND count > 0 ORDER BY item
                """,
            arguments: [player]
        ).map { row in
            OwnedItem(
                item: row["item"], count: row["count"],
                numbers: byItem[row["item"], default: []].map { $0["number"] },
                card: row.bytesIfPresent("card_text"))
        }
    }
}
