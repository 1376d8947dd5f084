package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func withdraw(
        _ order: WithdrawalOrder, audit: @escaping @Sendable (WithdrawalAnswer) -> AuditEntry?
    ) async throws -> WithdrawalAnswer {
        try await write { session in
            try session.lock(.withdrawals)
            let answer = try order.withdraw(in: session)
            try audit(answer)?.insert(into: session)
            return answer
        }
    }

    package func lift(
        _ order: LiftOrder, audit: @escaping @Sendable (WithdrawalAnswer) -> AuditEntry?
    ) async throws -> WithdrawalAnswer {
        try await write { session in
            try session.lock(.withdrawals)
            let answer = try order.lift(in: session)
            try audit(answer)?.insert(into: session)
            return answer
        }
    }

    package func withdrawals(before: Int64?, limit: Int) async throws -> [Withdrawal] {
        try await read { session in
            try session.rows(
                "SELECT * FROM withdrawal WHERE id < $1 ORDER BY id DESC LIMIT $2", [before ?? Int64.max, limit]
            ).map { Withdrawal(row: $0) }
        }
    }

    package func withdrawals(inForceAfter instant: Instant) async throws -> [Withdrawal] {
        try await read { session in
            let lifted = instant - Withdrawal.longestOffer
            return try session.rows(
                """
                SELECT * FROM withdrawal WHERE
                    CASE WHEN chain IS NULL THEN until_ms IS NULL OR until_ms > $1 ELSE end_ms > $2 END
                ORDER BY id
                """,
                [lifted, instant]
            ).map { Withdrawal(row: $0) }
        }
    }
}
