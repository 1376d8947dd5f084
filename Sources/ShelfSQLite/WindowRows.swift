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
        return try ListingReader.read(statement, [store, instant.milliseconds])
    }

    /// Without the sealed cards.
    static func all(of store: String, touching span: Range<Instant>, in database: Database) throws -> [StoredListing] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT position, start_ms, revision, seconds, item, chain, slot, card, x'' FROM listing
                WHERE store = ? AND start_ms < ? AND start_ms + seconds * 1000 > ?
                ORDER BY start_ms, position, revision
                """)
        return try ListingReader.read(
            statement, [store, span.upperBound.milliseconds, span.lowerBound.milliseconds])
    }

    func insert(store: String, into database: Database) throws {
        try database.run(
            "INSERT INTO listing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                store, position, start.milliseconds, revision, seconds, listing.item, Data(chain), slot, Data(card),
                Data(sealed),
            ])
    }

    /// Takes the place of the listing with the revision before this one.
    ///
    /// - Returns: whether that one was there.
    func revise(store: String, in database: Database) throws -> Bool {
        try database.run(
            """
            UPDATE listing SET revision = ?, item = ?, card = ?, sealed = ?
            WHERE store = ? AND start_ms = ? AND position = ? AND revision = ?
            """,
            [
                revision, listing.item, Data(card), Data(sealed), store, start.milliseconds, position, revision - 1,
            ])
        return database.changesCount == 1
    }
}

extension Listing {
    /// What ended by `last` also began before it. Saying so lets the key leave out the listings that are still to come,
    /// which are most of them.
    static func past(
        of store: String, endingAfter instant: Instant, notAfter last: Instant, in database: Database
    ) throws -> [Listing] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT position, start_ms, revision, seconds, item FROM listing
                WHERE store = ?1 AND start_ms < ?3
                    AND start_ms + seconds * 1000 > ?2 AND start_ms + seconds * 1000 <= ?3
                ORDER BY start_ms, position, revision
                """)
        return try ListingReader.readOpen(statement, [store, instant.milliseconds, last.milliseconds])
    }
}

extension WindowHead {
    static func newest(of store: String, in database: Database) throws -> WindowHead? {
        let statement = try database.cachedStatement(
            sql: #"SELECT sequence, digest FROM "window" WHERE store = ? ORDER BY sequence DESC LIMIT 1"#)
        guard let row = try Row.fetchOne(statement, arguments: [store]) else { return nil }
        return WindowHead(
            sequence: row["sequence"], digest: row["digest"],
            changes: try ListingChange.count(of: store, in: database))
    }
}

extension StoredWindow {
    static func newest(of store: String, limit: Int, in database: Database) throws -> [StoredWindow] {
        let statement = try database.cachedStatement(
            sql: #"SELECT * FROM "window" WHERE store = ? ORDER BY sequence DESC LIMIT ?"#)
        return try Array(Row.fetchCursor(statement, arguments: [store, limit]).map { StoredWindow(row: $0) })
    }

    static func find(store: String, sequence: Int64, in database: Database) throws -> StoredWindow? {
        let statement = try database.cachedStatement(
            sql: #"SELECT * FROM "window" WHERE store = ? AND sequence = ?"#)
        return try Row.fetchOne(statement, arguments: [store, sequence]).map { StoredWindow(row: $0) }
    }

    func insert(editionsLeft: EditionsLeft, into database: Database) throws {
        try database.run(
            #"INSERT INTO "window" VALUES (?, ?, ?, ?, ?, ?)"#,
            [
                store, sequence, issuedAt.milliseconds, digest,
                String(decoding: try JSONEncoder().encode(editionsLeft.sold), as: UTF8.self), Data(bytes),
            ])
    }

    private init(row: Row) {
        self.init(
            store: row["store"], sequence: row["sequence"], issuedAt: row.instant("issued_at_ms"),
            digest: row["digest"], bytes: (row["bytes"] as Blob).bytes)
    }
}

extension Publication {
    /// Stores the window and its listings: both or neither.
    ///
    /// - Returns: `false` when the publication isn't based on the store's head or on the content in force, or a listing
    ///   already exists.
    func insert(into database: Database) throws -> Bool {
        guard try WindowHead.newest(of: store, in: database) == previous,
            previous.map({ $0.sequence < window.sequence }) ?? true,
            try basis?.isOvertaken(in: database) != true
        else { return false }
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
