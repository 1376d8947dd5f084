import Foundation
import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfVault

extension SQLiteSession: ListingSession {
    func listings(of store: String, endingAfter instant: Instant) throws -> [StoredListing] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT position, start_ms, revision, seconds, item, chain, slot, card, sealed FROM listing
                WHERE store = ? AND start_ms + seconds * 1000 > ? ORDER BY start_ms, position, revision
                """)
        return try ListingReader.read(statement, [store, instant.milliseconds], of: store, seals)
    }

    func listings(of store: String, touching span: Range<Instant>) throws -> [StoredListing] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT position, start_ms, revision, seconds, item, chain, slot, card,
                    CASE card WHEN x'' THEN sealed ELSE x'' END
                FROM listing
                WHERE store = ? AND start_ms < ? AND start_ms + seconds * 1000 > ?
                ORDER BY start_ms, position, revision
                """)
        return try ListingReader.read(
            statement, [store, span.upperBound.milliseconds, span.lowerBound.milliseconds], of: store, seals)
    }

    /// What ended by `last` also began before it. Saying so lets the key leave out the listings that are still to come,
    /// which are most of them.
    func pastListings(of store: String, endingAfter instant: Instant, notAfter last: Instant) throws -> [Listing] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT position, start_ms, revision, seconds, item FROM listing
                WHERE store = ?1 AND start_ms < ?3
                    AND start_ms + seconds * 1000 > ?2 AND start_ms + seconds * 1000 <= ?3
                ORDER BY start_ms, position, revision
                """)
        return try ListingReader.readOpen(
            statement, [store, instant.milliseconds, last.milliseconds], of: store, seals)
    }

    func insert(_ listings: [StoredListing], of store: String) throws {
        let statement = try database.cachedStatement(sql: "INSERT INTO listing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for stored in listings {
            try statement.execute(
                arguments: [
                    store, stored.position, stored.start.milliseconds, stored.revision, stored.seconds,
                    seals.seal(stored.listing.item, for: stored.itemColumn(of: store)), Data(stored.chain), stored.slot,
                    Data(stored.kept(by: seals)), Data(stored.sealed),
                ])
        }
    }
}
