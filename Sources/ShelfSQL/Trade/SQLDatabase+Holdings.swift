package import ShelfModel

extension SQLDatabase {
    package func balances(of player: Int64) async throws -> [String: Int64] {
        try await read { session in
            let rows = try session.rows(
                "SELECT currency, balance FROM wallet WHERE player = $1 ORDER BY currency DESC", [player])
            // Another program may have written two spellings of one currency, of which a dictionary holds one.
            return Dictionary(rows.map { ($0["currency"] as String, $0["balance"] as Int64) }) { first, _ in first }
        }
    }

    package func inventory(of player: Int64) async throws -> [OwnedItem] {
        try await readSnapshot { try OwnedItem.all(of: player, in: $0) }
    }

    package func orders(of player: Int64, before: Int64?, limit: Int) async throws -> [KeptOrder] {
        try await read { try KeptOrder.all(of: player, before: before, limit: limit, in: $0) }
    }
}
