import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

extension WithdrawalOrder {
    func withdraw(in database: Database) throws -> WithdrawalAnswer {
        if let earlier = try Withdrawal.find(by: by, key: key, in: database) {
            let isSame = (earlier.order.goods, earlier.order.reason) == (goods, reason)
            return isSame ? .withdrawn(earlier, isReplay: true) : .keyReused
        }
        guard try Withdrawal.find(liftedBy: by, key: key, in: database) == nil else { return .keyReused }
        switch goods {
        case .item(let item, let store): return try insert(store: store, item: item, into: database)
        case .store(let store): return try insert(store: store, item: nil, into: database)
        case .listing(let store, let position, let start):
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT chain, slot, revision, seconds FROM listing
                    WHERE store = ? AND start_ms = ? AND position = ? ORDER BY revision DESC LIMIT 1
                    """, arguments: [store, start.milliseconds, position])
            guard let row else { return .noSuchListing }
            let name = ListingName(
                store: store, chain: row.bytes("chain"), slot: row["slot"], position: position,
                revision: row["revision"])
            return try insert(name, start: start, end: start + .seconds(row["seconds"] as Int), into: database)
        }
    }

    private func insert(store: String?, item: Item.ID?, into database: Database) throws -> WithdrawalAnswer {
        try database.run(
            """
            INSERT INTO withdrawal (store, item, reason, "by", key, at_ms) VALUES (?, ?, ?, ?, ?, ?)
            """,
            [store, item, reason, by, key, at.milliseconds])
        let new = Withdrawal(number: database.lastInsertedRowID, order: self, listing: nil)
        return .withdrawn(new, isReplay: false)
    }

    private func insert(
        _ name: ListingName, start: Instant, end: Instant, into database: Database
    ) throws -> WithdrawalAnswer {
        try database.run(
            """
            INSERT INTO withdrawal
                (store, chain, slot, position, revision, start_ms, end_ms, reason, "by", key, at_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                name.store, Data(name.chain), name.slot, name.position, name.revision, start.milliseconds,
                end.milliseconds, reason, by, key, at.milliseconds,
            ])
        let new = Withdrawal(number: database.lastInsertedRowID, order: self, listing: name)
        return .withdrawn(new, isReplay: false)
    }
}

extension LiftOrder {
    func lift(in database: Database) throws -> WithdrawalAnswer {
        if let earlier = try Withdrawal.find(liftedBy: by, key: key, in: database) {
            let isSame = (earlier.number, earlier.lift?.reason) == (withdrawal, reason)
            return isSame ? .withdrawn(earlier, isReplay: true) : .keyReused
        }
        guard try Withdrawal.find(by: by, key: key, in: database) == nil else { return .keyReused }
        try database.run(
            """
            UPDATE withdrawal SET until_ms = ?, lift_reason = ?, lift_by = ?, lift_key = ?, lifted_at_ms = ?
            WHERE id = ? AND chain IS NULL AND until_ms IS NULL
            """,
            [until.milliseconds, reason, by, key, at.milliseconds, withdrawal])
        guard database.changesCount > 0,
            let lifted = try Withdrawal.find(liftedBy: by, key: key, in: database)
        else { return .notLiftable }
        return .withdrawn(lifted, isReplay: false)
    }
}

extension Withdrawal {
    /// Whether the listing that an order names is withdrawn.
    ///
    /// Its start is its slot in its chain. Without its chain, which is kept for a day, a lifted withdrawal still holds.
    static func covers(_ order: PurchaseOrder, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM withdrawal
                    WHERE chain = ?1 AND slot = ?2 AND position = ?3 AND revision = ?4 AND store = ?5)
                OR EXISTS (
                    SELECT 1 FROM withdrawal WHERE item = ?6 AND (store IS NULL OR store = ?5)
                        AND (until_ms IS NULL OR until_ms > COALESCE(
                            (SELECT epoch_ms + 1000 * ?2 FROM chain WHERE id = ?1), 0)))
                OR EXISTS (
                    SELECT 1 FROM withdrawal WHERE item IS NULL AND chain IS NULL AND store = ?5
                        AND (until_ms IS NULL OR until_ms > COALESCE(
                            (SELECT epoch_ms + 1000 * ?2 FROM chain WHERE id = ?1), 0)))
                """)
        let name = order.listing
        return try Bool.fetchOne(
            statement,
            arguments: [Data(name.chain), name.slot, name.position, name.revision, name.store, order.terms.item])
            ?? false
    }

    fileprivate static func find(by: String, key: String, in database: Database) throws -> Withdrawal? {
        try Row.fetchOne(
            database, sql: #"SELECT * FROM withdrawal WHERE "by" = ? AND key = ?"#, arguments: [by, key]
        ).map(Withdrawal.init(row:))
    }

    fileprivate static func find(liftedBy: String, key: String, in database: Database) throws -> Withdrawal? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM withdrawal WHERE lift_by = ? AND lift_key = ?", arguments: [liftedBy, key]
        ).map(Withdrawal.init(row:))
    }

    init(row: Row) {
        let name = Self.listing(row)
        self.init(
            number: row["id"],
            order: WithdrawalOrder(
                goods: Self.goods(row, name), reason: row["reason"], by: row["by"], key: row["key"],
                at: row.instant("at_ms")),
            listing: name, lift: Self.lift(row))
    }

    private static func lift(_ row: Row) -> LiftOrder? {
        (row["lift_key"] as String?).map {
            LiftOrder(
                withdrawal: row["id"], reason: row["lift_reason"], by: row["lift_by"], key: $0,
                at: row.instant("lifted_at_ms"))
        }
    }

    private static func listing(_ row: Row) -> ListingName? {
        row.bytesIfPresent("chain").map {
            ListingName(
                store: row["store"], chain: $0, slot: row["slot"], position: row["position"], revision: row["revision"])
        }
    }

    private static func goods(_ row: Row, _ name: ListingName?) -> WithdrawalOrder.Goods {
        if let name { return .listing(store: name.store, position: name.position, start: row.instant("start_ms")) }
        if let item = row["item"] as String? { return .item(item, store: row["store"]) }
        return .store(row["store"])
    }
}
