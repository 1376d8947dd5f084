package import ShelfModel

extension StorePause {
    /// The newest pause or resumption of a store.
    static func newest(of store: String, in session: some SQLSession) throws -> StorePause? {
        try session.row("SELECT * FROM store_pause WHERE store = $1 ORDER BY number DESC LIMIT 1", [store])
            .map { StorePause(row: $0) }
    }

    /// Whether a store is paused.
    package static func isPaused(_ store: String, in session: some SQLSession) throws -> Bool {
        try newest(of: store, in: session)?.isPaused ?? false
    }

    init(row: some SQLRow) {
        self.init(
            number: row["number"], store: row["store"], isPaused: (row["paused"] as Int64) == 1, reason: row["reason"],
            by: row["by"], at: row["at_ms"])
    }

    func insert(into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO store_pause VALUES ($1, $2, $3, $4, $5, $6)",
            [number, store, isPaused ? 1 : 0 as Int64, reason, by, at])
    }
}
