package import ShelfDatabase
import ShelfModel
import ShelfVault

extension StoredStore {
    static func find(_ id: String, in session: some SQLSession) throws -> StoredStore? {
        try session.row("SELECT * FROM store WHERE id = $1", [id]).map {
            try StoredStore(row: $0, session.seals)
        }
    }

    package static func all(in session: some SQLSession) throws -> [StoredStore] {
        try session.rows("SELECT * FROM store ORDER BY id").map { try StoredStore(row: $0, session.seals) }
    }

    /// Does nothing if the store already exists.
    func insert(into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO store VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
            [
                id, session.seals.seal(signingSeed, for: Self.signingSeedColumn(of: id, createdAt)),
                session.seals.seal(scheduleSeed, for: Self.scheduleSeedColumn(of: id, createdAt)), cardBytes, createdAt,
            ])
    }

    private init(row: some SQLRow, _ seals: ColumnSeals) throws {
        let (id, createdAt) = (row["id"] as String, row["created_at_ms"] as Instant)
        self.init(
            id: id, signingSeed: try seals.open(row["signing_seed"], of: Self.signingSeedColumn(of: id, createdAt)),
            scheduleSeed: try seals.open(row["schedule_seed"], of: Self.scheduleSeedColumn(of: id, createdAt)),
            cardBytes: row["card_bytes"], createdAt: createdAt)
    }

    private static func signingSeedColumn(of id: String, _ createdAt: Instant) -> SealedColumn {
        SealedColumn("store", "signing_seed", key: [.text(id)], at: createdAt)
    }

    private static func scheduleSeedColumn(of id: String, _ createdAt: Instant) -> SealedColumn {
        SealedColumn("store", "schedule_seed", key: [.text(id)], at: createdAt)
    }
}

extension StoredChain {
    /// Returns the chains in the order in which they were added, so each follows its predecessor.
    static func all(of store: String, in session: some SQLSession) throws -> [StoredChain] {
        try session.rows("SELECT * FROM chain WHERE store = $1 ORDER BY place", [store]).map {
            try StoredChain(row: $0, session.seals)
        }
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
        ).map { try StoredChain(row: $0, session.seals) }
    }

    func insert(into session: some SQLSession) throws {
        try session.run(
            """
            INSERT INTO chain (id, store, previous, epoch_ms, slots, lead_ms, app_secret, spacing, checkpoints)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            [
                id, store, previous, epoch, slots, lead,
                appSecret.map { try session.seals.seal($0, for: sealedColumn("app_secret")) }, spacing,
                session.seals.seal(checkpoints, for: sealedColumn("checkpoints")),
            ])
    }

    private init(row: some SQLRow, _ seals: ColumnSeals) throws {
        let stored = StoredChain(
            id: row["id"], previous: row["previous"], store: row["store"], epoch: row["epoch_ms"], slots: row["slots"],
            lead: row["lead_ms"], appSecret: row["app_secret"], spacing: row["spacing"],
            checkpoints: row["checkpoints"])
        self.init(
            id: stored.id, previous: stored.previous, store: stored.store, epoch: stored.epoch, slots: stored.slots,
            lead: stored.lead,
            appSecret: try stored.appSecret.map { try seals.open($0, of: stored.sealedColumn("app_secret")) },
            spacing: stored.spacing,
            checkpoints: try seals.open(stored.checkpoints, of: stored.sealedColumn("checkpoints")))
    }

    /// The chain's other values decide when its keys become public, and to whom. So they are bound to the keys:
    /// somebody who can write to the database and doesn't have the vault can't have keys released early.
    private func sealedColumn(_ name: String) -> SealedColumn {
        SealedColumn(
            "chain", name, key: [.bytes(id)],
            bound: [
                .text(store), .bytes(previous ?? []), .integer(epoch.milliseconds), .integer(Int64(slots)),
                .integer(lead.milliseconds), .integer(Int64(spacing)), .integer(appSecret == nil ? 0 : 1),
            ], at: epoch)
    }
}
