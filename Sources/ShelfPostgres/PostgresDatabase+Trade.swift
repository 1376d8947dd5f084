package import ShelfModel
import ShelfSQL

extension PostgresDatabase {
    package func settle(
        _ orders: [PurchaseOrder], onJudged: @escaping @Sendable () -> Void
    ) async throws -> [PurchaseAnswer] {
        try await write(#function, isRepeatable: true) { session in
            let facts = try PurchaseFacts(for: orders, numbers: numbers, ages: ages, in: session)
            var book = facts.book
            let answers = orders.map { book.judge($0) }
            try book.write(knownCards: facts.cards, to: session)
            return answers
        }
    }
}
