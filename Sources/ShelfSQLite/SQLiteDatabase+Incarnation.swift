import GRDB
package import ShelfDatabase
package import ShelfModel

extension SQLiteDatabase: IncarnationDatabase {
    package func identity() async throws -> [UInt8] {
        try await read { try Self.identity(in: $0).bytes("id") }
    }

    package func incarnation() async throws -> Incarnation {
        try await read { Incarnation(row: try Self.identity(in: $0)) }
    }

    package func restoredAt() async throws -> Instant? {
        try await read { try Int64.fetchOne($0, sql: "SELECT MAX(at_ms) FROM restored") }
            .map(Instant.init(milliseconds:))
    }

    package func beginIncarnation(after number: Int64, at instant: Instant) async throws -> Incarnation {
        try await write { database in
            try database.run(
                "UPDATE identity SET incarnation = incarnation + 1, begun_at_ms = ? WHERE incarnation = ?",
                [instant.milliseconds, number])
            if database.changesCount > 0 { try Self.forgetEarlier(in: database) }
            return Incarnation(row: try Self.identity(in: database))
        }
    }

    private static func forgetEarlier(in database: Database) throws {
        for table in ["restored", "\"window\"", "listing", "chain", "secret", "token_family"] {
            try database.execute(sql: "DELETE FROM \(table)")
        }
    }

    /// The only row.
    private static func identity(in database: Database) throws -> Row {
        guard let row = try Row.fetchOne(database, sql: "SELECT * FROM identity") else {
            throw UnknownValue(column: "identity", value: "nothing")
        }
        return row
    }
}

extension Incarnation {
    fileprivate init(row: Row) {
        self.init(
            number: row["incarnation"], begun: (row["begun_at_ms"] as Int64?).map(Instant.init(milliseconds:)))
    }
}
