import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

extension StoredListing {
    static func all(of store: String, endingAfter instant: Instant, in database: Database) throws -> [StoredListing] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT * FROM listing WHERE store = ? AND start_ms + seconds * 1000 > ?
                ORDER BY start_ms, position, revision
                """,
            arguments: [store, instant.milliseconds]
        ).map(StoredListing.init(row:))
    }

    func insert(store: String, into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO listing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                store, position, start.milliseconds, revision, seconds, listing.item, Data(chain), slot, Data(card),
                Data(sealed),
            ])
    }

    private init(row: Row) {
        self.init(
            listing: Listing(
                position: row["position"], start: row.instant("start_ms"), seconds: row["seconds"], item: row["item"]),
            revision: row["revision"], chain: row.bytes("chain"), slot: row["slot"], card: row.bytes("card"),
            sealed: row.bytes("sealed"))
    }
}

extension StoredWindow {
    static func newest(of store: String, limit: Int, in database: Database) throws -> [StoredWindow] {
        try Row.fetchAll(
            database, sql: #"SELECT * FROM "window" WHERE store = ? ORDER BY sequence DESC LIMIT ?"#,
            arguments: [store, limit]
        ).map(StoredWindow.init(row:))
    }

    static func find(store: String, sequence: Int64, in database: Database) throws -> StoredWindow? {
        try Row.fetchOne(
            database, sql: #"SELECT * FROM "window" WHERE store = ? AND sequence = ?"#, arguments: [store, sequence]
        ).map(StoredWindow.init(row:))
    }

    func insert(editionsLeft: EditionsLeft, into database: Database) throws {
        try database.execute(
            sql: #"INSERT INTO "window" VALUES (?, ?, ?, ?, ?, ?)"#,
            arguments: [
                store, sequence, issuedAt.milliseconds, digest,
                String(decoding: try JSONEncoder().encode(editionsLeft.sold), as: UTF8.self), Data(bytes),
            ])
    }

    private init(row: Row) {
        self.init(
            store: row["store"], sequence: row["sequence"], issuedAt: row.instant("issued_at_ms"),
            digest: row["digest"], bytes: row.bytes("bytes"))
    }
}
