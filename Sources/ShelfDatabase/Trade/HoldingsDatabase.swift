package import ShelfModel

/// Reads a player's wallet, inventory and history.
package protocol HoldingsDatabase: Sendable {
    /// A player's balances by currency.
    func balances(of player: Int64) async throws -> [String: Int64]

    /// What a player owns, by item.
    func inventory(of player: Int64) async throws -> [OwnedItem]

    /// A player's settled orders, the newest first, refusals included.
    ///
    /// - Parameter before: only orders with smaller numbers are returned; `nil` for the newest.
    func orders(of player: Int64, before: Int64?, limit: Int) async throws -> [KeptOrder]
}
