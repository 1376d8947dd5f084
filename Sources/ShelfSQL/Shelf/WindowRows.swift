import Foundation
import ShelfDatabase
import ShelfModel

extension WindowHead {
    static func newest(of store: String, in session: some SQLSession) throws -> WindowHead? {
        let row = try session.row(
            #"SELECT sequence, digest FROM "window" WHERE store = $1 ORDER BY sequence DESC LIMIT 1"#, [store])
        guard let row else { return nil }
        return WindowHead(
            sequence: row["sequence"], digest: row["digest"],
            changes: try ListingChange.count(of: store, in: session))
    }
}

extension StoredWindow {
    static func newest(of store: String, limit: Int, in session: some SQLSession) throws -> [StoredWindow] {
        try session.rows(
            #"SELECT * FROM "window" WHERE store = $1 ORDER BY sequence DESC LIMIT $2"#, [store, limit]
        ).map { StoredWindow(row: $0) }
    }

    static func find(store: String, sequence: Int64, in session: some SQLSession) throws -> StoredWindow? {
        try session.row(#"SELECT * FROM "window" WHERE store = $1 AND sequence = $2"#, [store, sequence])
            .map { StoredWindow(row: $0) }
    }

    func insert(editionsLeft: EditionsLeft, into session: some SQLSession) throws {
        try session.run(
            #"INSERT INTO "window" VALUES ($1, $2, $3, $4, $5, $6)"#,
            [
                store, sequence, issuedAt, digest,
                String(decoding: try JSONEncoder().encode(editionsLeft.sold), as: UTF8.self), bytes,
            ])
    }

    private init(row: some SQLRow) {
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
    func insert<Session: ListingSession>(into session: Session) throws -> Bool {
        try session.lock(.store(store))
        guard try WindowHead.newest(of: store, in: session) == previous,
            previous.map({ $0.sequence < window.sequence }) ?? true,
            try basis?.isOvertaken(in: session) != true
        else { return false }
        do {
            try session.savepoint {
                try session.insert(drawn, of: store)
                try window.insert(editionsLeft: editionsLeft, into: session)
                return true
            }
            return true
        } catch  where Session.isUniqueViolation(error) {
            return false
        }
    }
}
