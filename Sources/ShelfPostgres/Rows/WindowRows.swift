import Foundation
import ShelfDatabase
import ShelfModel

extension StoredListing {
    static func all(of store: String, endingAfter instant: Instant, in session: PostgresSession) throws
        -> [StoredListing]
    {
        let rows = try session.rows(
            """
            SELECT position, start_ms, revision, seconds, item, chain, slot, card, sealed FROM listing
            WHERE store = $1 AND start_ms + seconds * 1000 > $2 ORDER BY start_ms, position, revision
            """,
            [store, instant])
        return rows.map { StoredListing(row: $0) }
    }

    /// Without the sealed cards.
    static func all(of store: String, touching span: Range<Instant>, in session: PostgresSession) throws
        -> [StoredListing]
    {
        let rows = try session.rows(
            """
            SELECT position, start_ms, revision, seconds, item, chain, slot, card, ''::bytea FROM listing
            WHERE store = $1 AND start_ms < $2 AND start_ms + seconds * 1000 > $3
            ORDER BY start_ms, position, revision
            """,
            [store, span.upperBound, span.lowerBound])
        return rows.map { StoredListing(row: $0) }
    }

    static func insert(_ listings: [StoredListing], store: String, into session: PostgresSession) throws {
        try session.run(
            """
            INSERT INTO listing (store, position, start_ms, revision, seconds, item, chain, slot, card, sealed)
            SELECT $1, * FROM unnest(
                $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bytea[], $8::bigint[],
                $9::bytea[], $10::bytea[])
            """,
            [
                store, PostgresValue.integers(listings.map { Int64($0.position) }),
                PostgresValue.integers(listings.map(\.start.milliseconds)),
                PostgresValue.integers(listings.map { Int64($0.revision) }),
                PostgresValue.integers(listings.map { Int64($0.seconds) }),
                PostgresValue.texts(listings.map(\.listing.item)),
                PostgresValue.byteStrings(listings.map(\.chain)),
                PostgresValue.integers(listings.map { Int64($0.slot) }),
                PostgresValue.byteStrings(listings.map(\.card)), PostgresValue.byteStrings(listings.map(\.sealed)),
            ])
    }

    /// Takes the place of the listing with the revision before this one.
    ///
    /// - Returns: whether that one was there.
    func revise(store: String, in session: PostgresSession) throws -> Bool {
        let changed = try session.run(
            """
            UPDATE listing SET revision = $1, item = $2, card = $3, sealed = $4
            WHERE store = $5 AND start_ms = $6 AND position = $7 AND revision = $8
            """,
            [
                revision, listing.item, card, sealed, store, start, position, revision - 1,
            ])
        return changed == 1
    }

    /// Reads columns by index, which is faster: a start reads hundreds of thousands of these rows.
    private init(row: PostgresRow) {
        self.init(
            listing: Listing(
                position: row[0], start: row[1], seconds: row[3], item: row[4]),
            revision: row[2], chain: row[5], slot: row[6], card: row[7],
            sealed: row[8])
    }
}

extension Listing {
    static func past(
        of store: String, endingAfter instant: Instant, notAfter last: Instant, in session: PostgresSession
    ) throws -> [Listing] {
        let rows = try session.rows(
            """
            SELECT position, start_ms, seconds, item FROM listing
            WHERE store = $1 AND start_ms + seconds * 1000 > $2 AND start_ms + seconds * 1000 <= $3
            ORDER BY start_ms, position, revision
            """,
            [store, instant, last])
        return rows.map { Listing(position: $0[0], start: $0[1], seconds: $0[2], item: $0[3]) }
    }
}

extension WindowHead {
    static func newest(of store: String, in session: PostgresSession) throws -> WindowHead? {
        let row = try session.row(
            #"SELECT sequence, digest FROM "window" WHERE store = $1 ORDER BY sequence DESC LIMIT 1"#,
            [store])
        guard let row else { return nil }
        return WindowHead(
            sequence: row["sequence"], digest: row["digest"],
            changes: try ListingChange.count(of: store, in: session))
    }
}

extension StoredWindow {
    static func newest(of store: String, limit: Int, in session: PostgresSession) throws -> [StoredWindow] {
        return try session.rows(
            #"SELECT * FROM "window" WHERE store = $1 ORDER BY sequence DESC LIMIT $2"#,
            [store, limit]
        ).map { StoredWindow(row: $0) }
    }

    static func find(store: String, sequence: Int64, in session: PostgresSession) throws -> StoredWindow? {
        return try session.row(
            #"SELECT * FROM "window" WHERE store = $1 AND sequence = $2"#,
            [store, sequence]
        ).map { StoredWindow(row: $0) }
    }

    func insert(editionsLeft: EditionsLeft, into session: PostgresSession) throws {
        try session.run(
            #"INSERT INTO "window" VALUES ($1, $2, $3, $4, $5, $6)"#,
            [
                store, sequence, issuedAt, digest,
                String(decoding: try JSONEncoder().encode(editionsLeft.sold), as: UTF8.self), bytes,
            ])
    }

    private init(row: PostgresRow) {
        self.init(
            store: row["store"], sequence: row["sequence"], issuedAt: row["issued_at_ms"],
            digest: row["digest"], bytes: row["bytes"])
    }
}

extension Publication {
    /// Stores the window and its listings: both or neither.
    ///
    /// - Returns: `false` when the publication isn't based on the store's head or on the content in force, or a listing
    ///   already exists.
    func insert(into session: PostgresSession) throws -> Bool {
        try StoredStore.lock(store, in: session)
        guard try WindowHead.newest(of: store, in: session) == previous,
            previous.map({ $0.sequence < window.sequence }) ?? true,
            try basis?.isOvertaken(in: session) != true
        else { return false }
        do {
            try session.savepoint {
                try StoredListing.insert(drawn, store: store, into: session)
                try window.insert(editionsLeft: editionsLeft, into: session)
                return true
            }
            return true
        } catch let error as PostgresError where error.isUniqueViolation {
            return false
        }
    }
}
