import ShelfDatabase
import ShelfModel

extension AuditEntry {
    func insert(into session: some SQLSession) throws {
        try session.run(
            """
            INSERT INTO audit (at_ms, "by", what, status, player, purchase, currency, amount, reason, route)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            """,
            [
                at, by, what, status, about.player, about.purchase, about.currency, about.amount, about.reason, route,
            ])
    }

    init(row: some SQLRow) {
        self.init(
            id: row["id"], at: row["at_ms"], by: row["by"], what: row["what"], status: row["status"],
            about: AuditSubject(
                player: row["player"], purchase: row["purchase"], currency: row["currency"], amount: row["amount"],
                reason: row["reason"]),
            route: row["route"])
    }
}
