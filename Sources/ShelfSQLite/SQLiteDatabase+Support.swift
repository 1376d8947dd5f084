import GRDB
package import ShelfDatabase
package import ShelfModel

extension SQLiteDatabase: SupportDatabase {
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

    package func player(_ number: Int64) async throws -> StoredPlayer? {
        try await read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM player WHERE id = ?", arguments: [number])
                .map(StoredPlayer.init(row:))
        }
    }

    package func players(before: Int64?, limit: Int) async throws -> [StoredPlayer] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM player WHERE id < ? ORDER BY id DESC LIMIT ?",
                arguments: [before ?? .max, limit]
            ).map(StoredPlayer.init(row:))
        }
    }

    package func orders(ofItem item: Item.ID, before: Int64?, limit: Int) async throws -> [KeptOrder] {
        try await read { try KeptOrder.all(ofItem: item, before: before, limit: limit, in: $0) }
    }

    package func orders(ofListing name: ListingName, before: Int64?, limit: Int) async throws -> [KeptOrder] {
        try await read { try KeptOrder.all(ofListing: name, before: before, limit: limit, in: $0) }
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
}

extension StoredPlayer {
    fileprivate init(row: Row) {
        self.init(id: row["id"], createdAt: row.instant("created_at_ms"))
    }
}
