import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfVault

extension PostgresSession: ListingSession {
    func listings(of store: String, endingAfter instant: Instant) throws -> [StoredListing] {
        try rows(
            """
            SELECT position, start_ms, revision, seconds, item, chain, slot, card, sealed FROM listing
            WHERE store = $1 AND start_ms + seconds * 1000 > $2 ORDER BY start_ms, position, revision
            """, [store, instant]
        ).map { try StoredListing(row: $0, of: store, seals) }
    }

    func listings(of store: String, touching span: Range<Instant>) throws -> [StoredListing] {
        try rows(
            """
            SELECT position, start_ms, revision, seconds, item, chain, slot, card,
                CASE card WHEN ''::bytea THEN sealed ELSE ''::bytea END
            FROM listing
            WHERE store = $1 AND start_ms < $2 AND start_ms + seconds * 1000 > $3
            ORDER BY start_ms, position, revision
            """, [store, span.upperBound, span.lowerBound]
        ).map { try StoredListing(row: $0, of: store, seals) }
    }

    func pastListings(of store: String, endingAfter instant: Instant, notAfter last: Instant) throws -> [Listing] {
        try rows(
            """
            SELECT position, start_ms, seconds, item, revision FROM listing
            WHERE store = $1 AND start_ms + seconds * 1000 > $2 AND start_ms + seconds * 1000 <= $3
            ORDER BY start_ms, position, revision
            """, [store, instant, last]
        ).map { row in
            let (position, start) = (row[0] as Int, row[1] as Instant)
            let item = try seals.open(
                row[3] as String, of: StoredListing.itemColumn(of: store, start, position, row[4]))
            return Listing(position: position, start: start, seconds: row[2], item: item)
        }
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
                .integers(listings.map { Int64($0.seconds) }),
                .texts(try listings.map { try seals.seal($0.listing.item, for: $0.itemColumn(of: store)) }),
                .byteStrings(listings.map(\.chain)), .integers(listings.map { Int64($0.slot) }),
                .byteStrings(listings.map { $0.kept(by: seals) }), .byteStrings(listings.map(\.sealed)),
            ])
    }
}

extension StoredListing {
    fileprivate init(row: PostgresRow, of store: String, _ seals: ColumnSeals) throws {
        let (position, start, revision) = (row[0] as Int, row[1] as Instant, row[2] as Int)
        let item = try seals.open(row[4] as String, of: Self.itemColumn(of: store, start, position, revision))
        self.init(
            listing: Listing(position: position, start: start, seconds: row[3], item: item), revision: revision,
            chain: row[5], slot: row[6], card: row[7], sealed: row[8])
    }
}
