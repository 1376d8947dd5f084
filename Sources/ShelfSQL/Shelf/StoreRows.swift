package import ShelfDatabase
import ShelfModel

extension StoredStore {
    static func find(_ id: String, in session: some SQLSession) throws -> StoredStore? {
        try session.row("SELECT * FROM store WHERE id = $1", [id]).map { StoredStore(row: $0) }
    }

    package static func all(in session: some SQLSession) throws -> [StoredStore] {
        try session.rows("SELECT * FROM store ORDER BY id").map { StoredStore(row: $0) }
    }

    /// Does nothing if the store already exists.
    func insert(into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO store VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
            [id, signingSeed, scheduleSeed, cardBytes, createdAt])
    }

    private init(row: some SQLRow) {
        self.init(
            id: row["id"], signingSeed: row["signing_seed"], scheduleSeed: row["schedule_seed"],
            cardBytes: row["card_bytes"], createdAt: row["created_at_ms"])
    }
}

extension StoredChain {
    /// Returns the chains in the order in which they were added, so each follows its predecessor.
    static func all(of store: String, in session: some SQLSession) throws -> [StoredChain] {
        try session.rows("SELECT * FROM chain WHERE store = $1 ORDER BY place", [store]).map { StoredChain(row: $0) }
    }

    /// The id of the store's last chain.
    static func last(of store: String, in session: some SQLSession) throws -> [UInt8]? {
        try session.value(
            """
            SELECT id FROM chain WHERE store = $1
                AND NOT EXISTS (SELECT 1 FROM chain AS next WHERE next.store = $1 AND next.previous = chain.id)
            """, [store])
    }

    /// The chain that follows `previous`, or the store's oldest chain when that one isn't stored.
    static func find(after previous: [UInt8]?, of store: String, in session: some SQLSession) throws -> StoredChain? {
        try session.row(
            "SELECT * FROM chain WHERE store = $1 ORDER BY previous IS NOT DISTINCT FROM $2 DESC, place LIMIT 1",
            [store, previous]
        ).map { StoredChain(row: $0) }
    }

    func insert(into session: some SQLSession) throws {
        try session.run(
            """
            INSERT INTO chain (id, store, previous, epoch_ms, slots, lead_ms, app_secret, spacing, checkpoints)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            [id, store, previous, epoch, slots, lead, appSecret, spacing, checkpoints])
    }

    private init(row: some SQLRow) {
        self.init(
            id: row["id"], previous: row["previous"], store: row["store"], epoch: row["epoch_ms"],
            slots: row["slots"], lead: row["lead_ms"], appSecret: row["app_secret"], spacing: row["spacing"],
            checkpoints: row["checkpoints"])
    }
}
