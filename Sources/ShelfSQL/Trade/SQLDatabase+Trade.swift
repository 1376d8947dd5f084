package import ShelfModel

extension SQLDatabase {
    package func settled(_ id: OrderID) async throws -> SettledOrder? {
        try await read { try SettledOrder.find(id, in: $0) }
    }
}
