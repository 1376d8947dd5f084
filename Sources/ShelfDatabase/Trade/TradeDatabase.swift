package import ShelfModel

/// Stores the till's orders and purchases.
///
/// Each write is one transaction and durable before the call returns. A call that can't write throws and changes
/// nothing.
///
/// Purchases are kept for ever. Of each player's refused orders only the newest ``RefusedOrders/kept`` are kept. When a
/// refusal is deleted its key is free again, and the order is judged anew if it is repeated.
package protocol TradeDatabase: Sendable {
    /// Judges orders one after the other and stores the outcomes, all in one transaction. An order on the terms of
    /// content that another version has overtaken isn't judged.
    ///
    /// - Parameter onJudged: called once other orders can be judged, though these aren't durable yet. A database that
    ///   doesn't call it judges one batch after the other.
    /// - Returns: an answer for each order, in the same order. A refused order doesn't affect the others.
    func settle(
        _ orders: [PurchaseOrder], onJudged: @escaping @Sendable () -> Void
    ) async throws -> [PurchaseAnswer]

    /// Writes something and takes it back, so that nothing is changed.
    ///
    /// - Throws: what an order would meet: the database is lost, locked, read-only, or its shop has moved.
    func checkOrders() async throws

    /// Returns an order with its outcome, if it was settled.
    func settled(_ id: OrderID) async throws -> SettledOrder?
}

extension TradeDatabase {
    package func settle(_ orders: [PurchaseOrder]) async throws -> [PurchaseAnswer] {
        try await settle(orders, onJudged: {})
    }
}
