package import ShelfModel

extension SQLDatabase {
    package func checkOrders() async throws {
        try await write { session in
            try session.savepoint {
                let nothing = [UInt8](repeating: 0, count: 32)
                try session.run("INSERT INTO content_blob VALUES ($1, $2) ON CONFLICT DO NOTHING", [nothing, nothing])
                return false
            }
        }
    }

    package func settled(_ id: OrderID) async throws -> SettledOrder? {
        try await read { try SettledOrder.find(id, in: $0) }
    }
}
