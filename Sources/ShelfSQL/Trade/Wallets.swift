import ShelfModel

/// The stored balances. Each is the sum of the wallet's journal entries.
package enum Wallets {
    package static func hasOwner(_ player: Int64, in session: some SQLSession) throws -> Bool {
        try session.exists("SELECT 1 FROM player WHERE id = $1", [player])
    }

    static func balance(of player: Int64, _ currency: String, in session: some SQLSession) throws -> Int64 {
        try session.value("SELECT balance FROM wallet WHERE player = $1 AND currency = $2", [player, currency]) ?? 0
    }

    static func set(_ player: Int64, _ currency: String, to balance: Int64, in session: some SQLSession) throws {
        try session.run(
            """
            INSERT INTO wallet VALUES ($1, $2, $3)
            ON CONFLICT (player, currency) DO UPDATE SET balance = excluded.balance
            """,
            [player, currency, balance])
    }

    /// Wallets whose balance isn't the sum of their entries.
    static func unbalanced(in session: some SQLSession) throws -> [PurchaseBook.Wallet] {
        try session.rows(
            """
            SELECT player, currency FROM (
                SELECT player, currency, balance AS change FROM wallet
                UNION ALL
                SELECT player, currency, -amount FROM entry) AS changes
            GROUP BY player, currency HAVING SUM(change) <> 0
            """
        ).map { PurchaseBook.Wallet(player: $0["player"], currency: $0["currency"]) }
    }
}
