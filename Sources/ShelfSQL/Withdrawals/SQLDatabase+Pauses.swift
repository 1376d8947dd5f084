package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func pause(
        _ order: StorePause.Order, audit: @escaping @Sendable (StorePause?) -> AuditEntry?
    ) async throws -> (pause: StorePause?, isNew: Bool) {
        try await write { session in
            // No order is being judged meanwhile.
            try session.lock(.withdrawals)
            let before = try StorePause.newest(of: order.store, in: session)
            guard before?.isPaused ?? false != order.isPaused else {
                try audit(nil)?.insert(into: session)
                return (before, false)
            }
            let last: Int64 = try session.value("SELECT MAX(number) FROM store_pause") ?? 0
            let pause = order.numbered(last + 1)
            try pause.insert(into: session)
            try audit(pause)?.insert(into: session)
            return (pause, true)
        }
    }

    package func pauses() async throws -> [StorePause] {
        try await read { session in
            try session.rows(
                """
                SELECT * FROM store_pause WHERE number IN (SELECT MAX(number) FROM store_pause GROUP BY store)
                ORDER BY store
                """
            ).map { StorePause(row: $0) }
        }
    }
}
