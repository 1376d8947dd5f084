package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func news(at instant: Instant) async throws -> News {
        try await read { session in
            let row = try session.row(
                """
                SELECT
                    (SELECT number FROM content_version WHERE from_ms <= $1 AND cancelled_at_ms IS NULL
                        ORDER BY from_ms DESC, number DESC LIMIT 1) AS content_version,
                    (SELECT COUNT(*) FROM listing_change) AS listing_changes,
                    (SELECT COUNT(*) FROM withdrawal) AS withdrawals,
                    (SELECT COUNT(until_ms) FROM withdrawal) AS lifts,
                    (SELECT COUNT(*) FROM store_pause) AS pauses,
                    (SELECT COUNT(*) FROM picture) AS pictures,
                    (SELECT COUNT(*) FROM picture WHERE shown_from_ms IS NOT NULL) AS shown_pictures,
                    (SELECT COUNT(*) FROM picture WHERE removed_at_ms IS NOT NULL) AS removed_pictures,
                    (SELECT COUNT(*) FROM pack_move) AS pack_moves
                """, [instant])
            guard let row else { throw RowMissing(table: "content_version") }
            return News(
                contentVersion: row["content_version"], listingChanges: row["listing_changes"],
                withdrawals: row["withdrawals"], lifts: row["lifts"], pauses: row["pauses"],
                pictures: row["pictures"], shownPictures: row["shown_pictures"],
                removedPictures: row["removed_pictures"],
                packMoves: row["pack_moves"])
        }
    }
}
