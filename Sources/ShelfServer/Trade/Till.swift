package import ShelfDatabase
package import ShelfModel

/// Where orders are settled, many at once.
package typealias Till = Gatherer<PurchaseOrder, PurchaseAnswer>

extension Till {
    package convenience init(database: any TradeDatabase) {
        self.init { try await database.settle($0) }
    }

    /// - Throws: ``Gatherer/Crowded``, or what kept the database from writing; either way nothing was judged.
    package func settle(_ order: PurchaseOrder) async throws -> PurchaseAnswer {
        try await add(order)
    }
}
