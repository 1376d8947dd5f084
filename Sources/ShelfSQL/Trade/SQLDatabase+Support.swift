package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func post(
        _ posting: Posting, audit: @escaping @Sendable (PostingAnswer) -> AuditEntry?
    ) async throws -> PostingAnswer {
        try await write { session in
            try session.lock(.key(posting.key, by: posting.by))
            let answer = try posting.post(in: session)
            try audit(answer)?.insert(into: session)
            return answer
        }
    }

    package func reverse(
        _ reversal: Reversal, audit: @escaping @Sendable (ReversalAnswer) -> AuditEntry?
    ) async throws -> ReversalAnswer {
        try await write { session in
            try session.lock(.key(reversal.key, by: reversal.by))
            let answer = try reversal.reverse(in: session)
            try audit(answer)?.insert(into: session)
            return answer
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
