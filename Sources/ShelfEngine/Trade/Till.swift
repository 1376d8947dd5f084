package import ShelfDatabase
package import ShelfModel

/// Settles orders in batches.
package typealias Till = WriteBatcher<PurchaseOrder, PurchaseAnswer>

extension Till {
    package convenience init(database: any TradeDatabase) {
        self.init { try await database.settle($0) }
    }

    /// - Throws: ``WriteBatcher/QueueFull``, or the database's error. In both cases the order was not judged.
    package func settle(_ order: PurchaseOrder) async throws -> PurchaseAnswer {
        try await add(order)
    }
}
