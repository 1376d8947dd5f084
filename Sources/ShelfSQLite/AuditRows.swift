import GRDB
import ShelfDatabase
import ShelfModel

extension AuditEntry {
    func insert(into database: Database) throws {
        try database.run(
            "INSERT INTO audit VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                at.milliseconds, by, what, status, about.player, about.purchase, about.currency, about.amount,
                about.reason, route,
            ])
    }

    init(row: Row) {
        self.init(
            id: row["id"], at: row.instant("at_ms"), by: row["by"], what: row["what"], status: row["status"],
            about: AuditSubject(
                player: row["player"], purchase: row["purchase"], currency: row["currency"], amount: row["amount"],
                reason: row["reason"]), route: row["route"])
    }
}
