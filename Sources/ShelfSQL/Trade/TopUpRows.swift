import ShelfDatabase
import ShelfModel

extension TopUpAccount {
    static func find(_ transaction: String, in session: some SQLSession) throws -> TopUpAccount? {
        try session.row("SELECT * FROM top_up WHERE id = $1", [transaction]).map { try TopUpAccount(row: $0) }
    }

    func write(to session: some SQLSession) throws {
        try session.run(
            """
            INSERT INTO top_up VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (id) DO UPDATE SET player = excluded.player, product = excluded.product,
                currency = excluded.currency, amount = excluded.amount, revoked = excluded.revoked,
                revised_at_ms = excluded.revised_at_ms, given = excluded.given
            """,
            [
                transaction, claim?.player, claim?.product, claim?.currency, claim?.amount,
                revoked.thousandthsOfPercent, revised, given,
            ])
    }

    private init(row: some SQLRow) throws {
        let claim = (row["player"] as Int64?).map { player in
            TopUpClaim(player: player, product: row["product"], currency: row["currency"], amount: row["amount"])
        }
        self.init(
            transaction: row["id"], claim: claim,
            revoked: try row.read("revoked") { RevokedShare(thousandthsOfPercent: $0) },
            revised: row["revised_at_ms"], given: row["given"])
    }
}
