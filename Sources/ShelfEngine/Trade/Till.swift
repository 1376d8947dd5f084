package import ShelfDatabase
package import ShelfModel

/// Settles orders in batches.
package typealias Till = WriteBatcher<PurchaseOrder, PurchaseAnswer>

extension Till {
    package convenience init(database: any TradeDatabase) {
        self.init { try await database.settle($0, onJudged: $1) }
    }

    /// - Parameter watch: learns from each order whether orders can be judged.
    package convenience init(_ watch: OrderWatch) {
        self.init { try await watch.settle($0, onJudged: $1) }
    }

    /// - Throws: ``WriteBatcher/QueueFull``, and the order was not judged; or the database's error. A database over a
    ///   network may then have kept a judgement all the same, which the same key is told when it is asked again.
    package func settle(_ order: PurchaseOrder) async throws -> PurchaseAnswer {
        try await add(order)
    }
}
