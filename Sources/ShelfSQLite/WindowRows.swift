import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

extension StoredListing {
    static func all(of store: String, endingAfter instant: Instant, in database: Database) throws -> [StoredListing] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT position, start_ms, revision, seconds, item, chain, slot, card, sealed FROM listing
                WHERE store = ? AND start_ms + seconds * 1000 > ? ORDER BY start_ms, position, revision
                """)
        let rows = try Row.fetchCursor(statement, arguments: [store, instant.milliseconds])
        return try Array(rows.map { try StoredListing(row: $0) })
    }

    func insert(store: String, into database: Database) throws {
        try database.run(
            "INSERT INTO listing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                store, position, start.milliseconds, revision, seconds, listing.item, Data(chain), slot, Data(card),
                Data(sealed),
            ])
    }

    /// Columns by their places: a start reads hundreds of thousands of these.
    private init(row: Row) throws {
        self.init(
            listing: Listing(
                position: row[0], start: Instant(milliseconds: row[1]), seconds: row[3], item: row[4]),
            revision: row[2], chain: try row.bytes(at: 5), slot: row[6], card: try row.bytes(at: 7),
            sealed: try row.bytes(at: 8))
    }
}

extension StoredWindow {
    static func newest(of store: String, limit: Int, in database: Database) throws -> [StoredWindow] {
        let statement = try database.cachedStatement(
            sql: #"SELECT * FROM "window" WHERE store = ? ORDER BY sequence DESC LIMIT ?"#)
        return try Array(Row.fetchCursor(statement, arguments: [store, limit]).map { try StoredWindow(row: $0) })
    }

    static func find(store: String, sequence: Int64, in database: Database) throws -> StoredWindow? {
        let statement = try database.cachedStatement(
            sql: #"SELECT * FROM "window" WHERE store = ? AND sequence = ?"#)
        return try Row.fetchOne(statement, arguments: [store, sequence]).map { try StoredWindow(row: $0) }
    }

    func insert(editionsLeft: EditionsLeft, into database: Database) throws {
        try database.run(
            #"INSERT INTO "window" VALUES (?, ?, ?, ?, ?, ?)"#,
            [
                store, sequence, issuedAt.milliseconds, digest,
                String(decoding: try JSONEncoder().encode(editionsLeft.sold), as: UTF8.self), Data(bytes),
            ])
    }

    private init(row: Row) throws {
        self.init(
            store: row["store"], sequence: row["sequence"], issuedAt: row.instant("issued_at_ms"),
            digest: row["digest"], bytes: try row.withUnsafeData(named: "bytes") { Array($0 ?? Data()) })
    }
}

extension Publication {
    /// Both the window and its listings, or neither.
    ///
    /// - Returns: `false` when another has published this minute or drawn these listings.
    func insert(into database: Database) throws -> Bool {
        do {
            try database.inSavepoint {
                for listing in drawn { try listing.insert(store: store, into: database) }
                try window.insert(editionsLeft: editionsLeft, into: database)
                return .commit
            }
            return true
        } catch let error as DatabaseError
            where [.SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_UNIQUE].contains(error.extendedResultCode)
        {
            return false
        }
    }
}
