import ShelfDatabase
import ShelfModel

extension StoredStore {
    static func find(_ id: String, in session: PostgresSession) throws -> StoredStore? {
        try session.row("SELECT * FROM store WHERE id = $1", [id]).map(StoredStore.init(row:))
    }

    /// Does nothing if the store already exists.
    func insert(into session: PostgresSession) throws {
        try session.run(
            "INSERT INTO store VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
            [id, signingSeed, scheduleSeed, cardBytes, createdAt])
    }

    /// Nobody else adds windows or chains to the store, or changes its listings, until the transaction ends.
    ///
    /// A transaction that locks several stores does it in the order of their ids.
    static func lock(_ id: String, in session: PostgresSession) throws {
        try session.run("SELECT 1 FROM store WHERE id = $1 FOR NO KEY UPDATE", [id])
    }

    /// Locks every store, in the order of their ids.
    static func lockAll(in session: PostgresSession) throws {
        try session.run("SELECT 1 FROM store ORDER BY id FOR NO KEY UPDATE")
    }

    private init(row: PostgresRow) {
        self.init(
            id: row["id"], signingSeed: row["signing_seed"], scheduleSeed: row["schedule_seed"],
            cardBytes: row["card_bytes"], createdAt: row["created_at_ms"])
    }
}

extension StoredChain {
    /// Returns the chains in the order in which they were added, so each follows its predecessor.
    static func all(of store: String, in session: PostgresSession) throws -> [StoredChain] {
        try session.rows(
            "SELECT * FROM chain WHERE store = $1 ORDER BY place", [store]
        ).map(StoredChain.init(row:))
    }

    /// The id of the store's last chain.
    static func last(of store: String, in session: PostgresSession) throws -> [UInt8]? {
        try session.value(
            """
            SELECT id FROM chain WHERE store = $1
                AND NOT EXISTS (SELECT 1 FROM chain AS next WHERE next.store = $1 AND next.previous = chain.id)
            """, [store]
        )
    }

    /// The chain that follows `previous`, or the store's oldest chain when that one isn't stored.
    static func find(after previous: [UInt8]?, of store: String, in session: PostgresSession) throws -> StoredChain? {
        try session.row(
            "SELECT * FROM chain WHERE store = $1 ORDER BY previous IS NOT DISTINCT FROM $2 DESC, place LIMIT 1",
            [store, previous]
        ).map(StoredChain.init(row:))
    }

    func insert(into session: PostgresSession) throws {
        try session.run(
            """
            INSERT INTO chain (id, store, previous, epoch_ms, slots, lead_ms, app_secret, spacing, checkpoints)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            [
                id, store, previous, epoch, slots, lead,
                appSecret, spacing, checkpoints,
            ])
    }

    private init(row: PostgresRow) {
        self.init(
            id: row["id"], previous: row["previous"], store: row["store"],
            epoch: row["epoch_ms"], slots: row["slots"],
            lead: row["lead_ms"],
            appSecret: row["app_secret"], spacing: row["spacing"],
            checkpoints: row["checkpoints"])
    }
}
