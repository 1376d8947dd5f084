import GRDB
package import ShelfDatabase
package import ShelfModel

extension SQLiteDatabase: TradeDatabase {
    package func settle(_ orders: [PurchaseOrder]) async throws -> [PurchaseAnswer] {
        try await write { database in
            var book = try PurchaseBook(for: orders, in: database)
            let answers = orders.map { book.judge($0) }
            try book.write(Dictionary(orders.map { ($0.id, $0) }) { first, _ in first }, to: database)
            return answers
        }
    }

    package func settled(_ id: OrderID) async throws -> SettledOrder? {
        try await read { try SettledOrder.find(id, in: $0) }
    }

    package func post(
        _ posting: Posting, audit: @escaping @Sendable (PostingAnswer) -> AuditEntry?
    ) async throws -> PostingAnswer {
        try await write { database in
            let answer = try posting.post(in: database)
            try audit(answer)?.insert(into: database)
            return answer
        }
    }

    package func reverse(
        _ reversal: Reversal, audit: @escaping @Sendable (ReversalAnswer) -> AuditEntry?
    ) async throws -> ReversalAnswer {
        try await write { database in
            let answer = try reversal.reverse(in: database)
            try audit(answer)?.insert(into: database)
            return answer
        }
    }

    package func balances(of player: Int64) async throws -> [String: Int64] {
        try await read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT currency, balance FROM wallet WHERE player = ?", arguments: [player])
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["currency"], $0["balance"]) })
        }
    }

    package func inventory(of player: Int64) async throws -> [OwnedItem] {
        try await read { try OwnedItem.all(of: player, in: $0) }
    }

    package func orders(of player: Int64, before: Int64?, limit: Int) async throws -> [KeptOrder] {
        try await read { try KeptOrder.all(of: player, before: before, limit: limit, in: $0) }
    }

    package func order(_ id: Int64) async throws -> KeptOrder? {
        try await read { try KeptOrder.find(id, in: $0) }
    }

    package func journal(of player: Int64, before: Int64?, limit: Int) async throws -> [JournalEntry] {
        try await read { try JournalEntry.all(of: player, before: before, limit: limit, in: $0) }
    }

    package func unbalancedWallets() async throws -> [PurchaseBook.Wallet] {
        try await read { try Wallets.unbalanced(in: $0) }
    }

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

    package func forgetRefusals(before instant: Instant) async throws {
        var isMore = true
        while isMore { isMore = try await forgetSomeRefusals(before: instant) }
    }

    /// Orders that wait are settled in between.
    ///
    /// - Returns: whether there may be more.
    private func forgetSomeRefusals(before instant: Instant) async throws -> Bool {
        let atOnce = 1000
        return try await write { database in
            try database.run(
                """
                DELETE FROM purchase WHERE id IN (
                    SELECT id FROM purchase WHERE refusal IS NOT NULL AND at_ms < ? LIMIT ?)
                """,
                [instant.milliseconds, atOnce])
            return database.changesCount == atOnce
        }
    }
}
