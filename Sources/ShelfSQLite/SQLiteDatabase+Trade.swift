package import ShelfModel
import ShelfSQL

extension SQLiteDatabase {
    package func settle(
        _ orders: [PurchaseOrder], onJudged: @escaping @Sendable () -> Void
    ) async throws -> [PurchaseAnswer] {
        try await write(#function, onCommit: onJudged) { session in
            var book = try PurchaseBook(for: orders, in: session)
            let answers = orders.map { book.judge($0) }
            try book.write(to: session)
            return answers
        }
    }
}
