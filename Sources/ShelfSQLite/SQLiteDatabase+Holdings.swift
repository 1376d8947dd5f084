import GRDB
package import ShelfDatabase

extension SQLiteDatabase: HoldingsDatabase {
    package func balances(of player: Int64) async throws -> [String: Int64] {
        try await read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT currency, balance FROM wallet WHERE player = ? ORDER BY currency DESC",
                arguments: [player])
            // Another program may have written two spellings of one currency, of which a dictionary holds one.
            return Dictionary(rows.map { ($0["currency"], $0["balance"]) }) { first, _ in first }
        }
    }

    package func inventory(of player: Int64) async throws -> [OwnedItem] {
        try await read { try OwnedItem.all(of: player, in: $0) }
    }

    package func orders(of player: Int64, before: Int64?, limit: Int) async throws -> [KeptOrder] {
        try await read { try KeptOrder.all(of: player, before: before, limit: limit, in: $0) }
    }
}
