import GRDB
package import ShelfDatabase

extension SQLiteDatabase: AuditDatabase {
    package func audit(_ entry: AuditEntry) async throws {
        try await write { try entry.insert(into: $0) }
    }

    package func auditLog(before: Int64?, limit: Int) async throws -> [AuditEntry] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?",
                arguments: [before ?? .max, limit]
            ).map(AuditEntry.init(row:))
        }
    }
}
