import GRDB
import ShelfDatabase
import ShelfModel

extension AuditEntry {
    func insert(into database: Database) throws {
        try database.run("INSERT INTO audit VALUES (NULL, ?, ?, ?, ?)", [at.milliseconds, by, what, status])
    }

    init(row: Row) {
        self.init(id: row["id"], at: row.instant("at_ms"), by: row["by"], what: row["what"], status: row["status"])
    }
}
