import GRDB
package import ShelfDatabase
package import ShelfModel

extension SQLiteDatabase: WithdrawalDatabase {
    package func withdraw(
        _ order: WithdrawalOrder, audit: @escaping @Sendable (WithdrawalAnswer) -> AuditEntry?
    ) async throws -> WithdrawalAnswer {
        try await write { database in
            let answer = try order.withdraw(in: database)
            try audit(answer)?.insert(into: database)
            return answer
        }
    }

    package func lift(
        _ order: LiftOrder, audit: @escaping @Sendable (WithdrawalAnswer) -> AuditEntry?
    ) async throws -> WithdrawalAnswer {
        try await write { database in
            let answer = try order.lift(in: database)
            try audit(answer)?.insert(into: database)
            return answer
        }
    }

    package func withdrawals(before: Int64?, limit: Int) async throws -> [Withdrawal] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM withdrawal WHERE id < ? ORDER BY id DESC LIMIT ?",
                arguments: [before ?? .max, limit]
            ).map(Withdrawal.init(row:))
        }
    }

    package func withdrawals(inForceAfter instant: Instant) async throws -> [Withdrawal] {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT * FROM withdrawal WHERE
                        CASE WHEN chain IS NULL THEN until_ms IS NULL OR until_ms > ? ELSE end_ms > ? END
                    ORDER BY id
                    """)
            let lifted = instant - Withdrawal.longestListing
            return try Row.fetchAll(statement, arguments: [lifted.milliseconds, instant.milliseconds])
                .map(Withdrawal.init(row:))
        }
    }
}
