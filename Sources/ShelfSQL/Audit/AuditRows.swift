import ShelfDatabase
import ShelfModel
import ShelfVault

extension AuditEntry {
    func insert(into session: some SQLSession) throws {
        // Sealed words belong to the entry's number, which the database chooses.
        let (words, reason) = session.seals.isSealing ? ("", nil) : (what, about.reason)
        let id: Int64? = try session.value(
            """
            INSERT INTO audit (at_ms, "by", what, status, player, purchase, currency, amount, reason, route)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id
            """,
            [at, by, words, status, about.player, about.purchase, about.currency, about.amount, reason, route])
        if session.seals.isSealing, let id {
            try Self.sealWords(of: id, at: at, what: what, reason: about.reason, in: session)
        }
    }

    /// Writes an entry's words sealed, since they may tell what is to come, such as the item that a replacement shows.
    private static func sealWords(
        of id: Int64, at instant: Instant, what: String, reason: String?, in session: some SQLSession
    ) throws {
        try session.change(
            "audit", "UPDATE audit SET what = $1, reason = $2 WHERE id = $3",
            [
                session.seals.seal(what, for: column("what", of: id, at: instant)),
                reason.map { try session.seals.seal($0, for: column("reason", of: id, at: instant)) }, id,
            ])
    }

    /// The words are filled up to a multiple of this many bytes, since the length of a path must not tell which item is in it.
    static let padding = 256

    private static func column(_ name: String, of id: Int64, at instant: Instant) -> SealedColumn {
        SealedColumn("audit", name, key: [.integer(id)], padding: padding, at: instant)
    }

    init(row: some SQLRow, _ seals: ColumnSeals) throws {
        let (id, at) = (row["id"] as Int64, row["at_ms"] as Instant)
        let reason: String? = row["reason"]
        self.init(
            id: id, at: at, by: row["by"],
            what: try seals.open(row["what"] as String, of: Self.column("what", of: id, at: at)),
            status: row["status"],
            about: AuditSubject(
                player: row["player"], purchase: row["purchase"], currency: row["currency"], amount: row["amount"],
                reason: try reason.map { try seals.open($0, of: Self.column("reason", of: id, at: at)) }),
            route: row["route"])
    }
}
