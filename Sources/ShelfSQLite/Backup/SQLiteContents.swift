import GRDB
package import ShelfDatabase
package import ShelfModel
import ShelfSQL
import ShelfVault

/// A summary of a database's contents, by which an operator can see whether it is the right one.
package struct SQLiteContents: Hashable, Sendable {
    package let storeCount: Int
    /// The stores by their ids; `nil` for a sealed database, which only a vault opens.
    package let stores: [StoredStore]?
    package let players: Int
    /// The number of purchases that were sold, reversed ones included.
    package let purchases: Int
    /// When the newest window was issued; `nil` when the database has none.
    package let newestWindow: Instant?
    /// The number of pictures that were removed in what a restore replaces, and not in the backup. They stay removed.
    package internal(set) var removalsKept = 0
    /// What became of the files in a backup that was just written.
    package internal(set) var files = BackupFileCounts()

    init(of database: Database) throws {
        storeCount = try Self.count("store", in: database)
        // A database of before there were vaults lacks the table.
        let isSealed = try database.tableExists("wrapping_key") && Self.count("wrapping_key", in: database) > 0
        stores = isSealed ? nil : try StoredStore.all(in: SQLiteSession(database: database, seals: .none))
        players = try Self.count("player", in: database)
        purchases = try Self.count("purchase WHERE refusal IS NULL", in: database)
        newestWindow = try Int64.fetchOne(database, sql: #"SELECT MAX(issued_at_ms) FROM "window""#)
            .map(Instant.init(milliseconds:))
    }

    private static func count(_ rows: String, in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(rows)") ?? 0
    }
}
