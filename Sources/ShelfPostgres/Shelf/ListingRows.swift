import ShelfDatabase
import ShelfModel
import ShelfSQL

extension PostgresSession: ListingSession {
    func listings(of store: String, endingAfter instant: Instant) throws -> [StoredListing] {
        try rows(
            """
            SELECT position, start_ms, revision, seconds, item, chain, slot, card, sealed FROM listing
            WHERE store = $1 AND start_ms + seconds * 1000 > $2 ORDER BY start_ms, position, revision
            """, [store, instant]
        ).map(StoredListing.init(row:))
    }

    func listings(of store: String, touching span: Range<Instant>) throws -> [StoredListing] {
        try rows(
            """
            SELECT position, start_ms, revision, seconds, item, chain, slot, card, ''::bytea FROM listing
            WHERE store = $1 AND start_ms < $2 AND start_ms + seconds * 1000 > $3
            ORDER BY start_ms, position, revision
            """, [store, span.upperBound, span.lowerBound]
        ).map(StoredListing.init(row:))
    }

    func pastListings(of store: String, endingAfter instant: Instant, notAfter last: Instant) throws -> [Listing] {
        try rows(
            """
            SELECT position, start_ms, seconds, item FROM listing
            WHERE store = $1 AND start_ms + seconds * 1000 > $2 AND start_ms + seconds * 1000 <= $3
            ORDER BY start_ms, position, revision
            """, [store, instant, last]
        ).map { Listing(position: $0[0], start: $0[1], seconds: $0[2], item: $0[3]) }
    }

    func insert(_ listings: [StoredListing], of store: String) throws {
        try run(
            """
            INSERT INTO listing (store, position, start_ms, revision, seconds, item, chain, slot, card, sealed)
            SELECT $1, * FROM unnest(
                $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bytea[], $8::bigint[],
                $9::bytea[], $10::bytea[])
            """,
            values: [
                .text(store), .integers(listings.map { Int64($0.position) }),
                .integers(listings.map(\.start.milliseconds)), .integers(listings.map { Int64($0.revision) }),
                .integers(listings.map { Int64($0.seconds) }), .texts(listings.map(\.listing.item)),
                .byteStrings(listings.map(\.chain)), .integers(listings.map { Int64($0.slot) }),
                .byteStrings(listings.map(\.card)), .byteStrings(listings.map(\.sealed)),
            ])
    }
}

extension StoredListing {
    fileprivate init(row: PostgresRow) {
        self.init(
            listing: Listing(position: row[0], start: row[1], seconds: row[3], item: row[4]), revision: row[2],
            chain: row[5], slot: row[6], card: row[7], sealed: row[8])
    }
}
