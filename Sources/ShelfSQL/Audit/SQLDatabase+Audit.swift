package import ShelfDatabase

extension SQLDatabase {
    package func audit(_ entry: AuditEntry) async throws {
        try await write { try entry.insert(into: $0) }
    }

    package func auditLog(before: Int64?, limit: Int) async throws -> [AuditEntry] {
        try await read { session in
            try session.rows(
                "SELECT * FROM audit WHERE id < $1 ORDER BY id DESC LIMIT $2", [before ?? Int64.max, limit]
            ).map { try AuditEntry(row: $0, session.seals) }
        }
    }
}
