import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

extension ChangeOrder {
    /// - Throws: what undoes the whole change when a listing isn't as it was.
    func change(
        to listings: [StoredListing], after head: WindowHead, isInTime: () -> Bool, in database: Database
    ) throws -> ChangeAnswer {
        if let earlier = try ListingChange.find(by: by, key: key, in: database) {
            let isSame = (earlier.order.store, earlier.order.kind, earlier.order.reason) == (store, kind, reason)
            return isSame ? .changed(earlier, isReplay: true) : .keyReused
        }
        guard try WindowHead.newest(of: store, in: database) == head else { return .outdated }
        guard isInTime() else { return .tooLate }
        let change = ListingChange(number: head.changes + 1, order: self, listings: listings.count)
        var isWhole = true
        try database.inSavepoint {
            for listing in listings where isWhole { isWhole = try listing.revise(store: store, in: database) }
            try change.insert(into: database)
            return isWhole ? .commit : .rollback
        }
        return isWhole ? .changed(change, isReplay: false) : .outdated
    }
}

extension ListingChange {
    static func count(of store: String, in database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: "SELECT COALESCE(MAX(number), 0) FROM listing_change WHERE store = ?")
        return try Int64.fetchOne(statement, arguments: [store]) ?? 0
    }

    static func find(by: String, key: String, in database: Database) throws -> ListingChange? {
        try Row.fetchOne(
            database, sql: #"SELECT * FROM listing_change WHERE "by" = ? AND key = ?"#, arguments: [by, key]
        ).map(ListingChange.init(row:))
    }

    static func redraws(of store: String, in database: Database) throws -> [Redraw] {
        try Row.fetchAll(
            database,
            sql: "SELECT number, from_ms FROM listing_change WHERE store = ? AND from_ms IS NOT NULL ORDER BY number",
            arguments: [store]
        ).map { Redraw(number: $0["number"], from: $0.instant("from_ms")) }
    }

    /// Whether the listing of this name shows another card by now.
    ///
    /// Its start is its slot in its chain.
    static func replaces(_ name: ListingName, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM listing WHERE store = ?1 AND position = ?4 AND revision > ?5
                        AND start_ms = (SELECT epoch_ms + 1000 * ?3 FROM chain WHERE id = ?2))
                """)
        return try Bool.fetchOne(
            statement, arguments: [name.store, Data(name.chain), name.slot, name.position, name.revision]) ?? false
    }

    fileprivate func insert(into database: Database) throws {
        var (position, start, item, from): (Int?, Int64?, Item.ID?, Int64?)
        switch order.kind {
        case .replacement(let place, let begin, let other): (position, start, item) = (place, begin.milliseconds, other)
        case .redraw(let begin): from = begin.milliseconds
        }
        try database.run(
            "INSERT INTO listing_change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                order.store, number, position, start, item, from, listings, order.reason, order.by, order.key,
                order.at.milliseconds,
            ])
    }

    private init(row: Row) {
        let item = row["item"] as Item.ID?
        self.init(
            number: row["number"],
            order: ChangeOrder(
                store: row["store"],
                kind: item.map { .replacement(position: row["position"], start: row.instant("start_ms"), item: $0) }
                    ?? .redraw(from: row.instant("from_ms")),
                reason: row["reason"], by: row["by"], key: row["key"], at: row.instant("at_ms")),
            listings: row["listings"])
    }
}
