import GRDB
import ShelfDatabase
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
}
