import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

extension JournalEntry {
    @discardableResult
    static func insert(
        at: Instant, player: Int64, currency: String, amount: Int64, counterpart: Counterpart, reason: String,
        by: String, key: String, purchase: Int64?, into database: Database
    ) throws -> JournalEntry {
        try database.run(
            "INSERT INTO entry VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [at.milliseconds, player, currency, amount, counterpart.rawValue, reason, by, key, purchase])
        return JournalEntry(
            id: database.lastInsertedRowID, at: at, player: player, currency: currency, amount: amount,
            counterpart: counterpart, reason: reason, by: by, key: key, purchase: purchase)
    }

    /// Finds an entry that belongs to no purchase, by its author and key.
    static func find(by: String, key: String, in database: Database) throws -> JournalEntry? {
        try Row.fetchOne(
            database, sql: #"SELECT * FROM entry WHERE "by" = ? AND key = ? AND purchase IS NULL"#,
            arguments: [by, key]
        ).map(JournalEntry.init(row:))
    }

    static func all(of player: Int64, before: Int64?, limit: Int, in database: Database) throws -> [JournalEntry] {
        try Row.fetchAll(
            database, sql: "SELECT * FROM entry WHERE player = ? AND id < ? ORDER BY id DESC LIMIT ?",
            arguments: [player, before ?? .max, limit]
        ).map(JournalEntry.init(row:))
    }

    private init(row: Row) throws {
        self.init(
            id: row["id"], at: row.instant("at_ms"), player: row["player"], currency: row["currency"],
            amount: row["amount"], counterpart: try row.read("counterpart", Counterpart.init), reason: row["reason"],
            by: row["by"], key: row["key"],
            purchase: row["purchase"])
    }
}

extension Posting {
    /// Stores the posting, unless the balance would fall below zero or overflow.
    func post(in database: Database) throws -> PostingAnswer {
        guard try Wallets.hasOwner(player, in: database) else { return .unknownPlayer }
        let balance = try Wallets.balance(of: player, currency, in: database)
        if let earlier = try JournalEntry.find(by: by, key: key, in: database) {
            return isSame(as: earlier) ? .posted(earlier, balance: balance, isReplay: true) : .keyReused
        }
        guard try Reversal.find(by: by, key: key, in: database) == nil else { return .keyReused }
        let change = takesWhatIsThere ? max(amount, -balance) : amount
        guard let after = Wallets.sum(balance, change) else { return .impossible(balance: balance) }
        try Wallets.set(player, currency, to: after, in: database)
        let entry = try JournalEntry.insert(
            at: at, player: player, currency: currency, amount: change, counterpart: counterpart, reason: reason,
            by: by, key: key, purchase: nil, into: database)
        return .posted(entry, balance: after, isReplay: false)
    }

    private func isSame(as entry: JournalEntry) -> Bool {
        entry.player == player && entry.currency == currency && entry.counterpart == counterpart
            && entry.reason == reason && (entry.amount == amount || takesWhatIsThere)
    }
}

/// The stored balances. Each is the sum of the wallet's journal entries.
enum Wallets {
    static func hasOwner(_ player: Int64, in database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT 1 FROM player WHERE id = ?", arguments: [player]) == true
    }

    static func balance(of player: Int64, _ currency: String, in database: Database) throws -> Int64 {
        try Int64.fetchOne(
            database, sql: "SELECT balance FROM wallet WHERE player = ? AND currency = ?",
            arguments: [player, currency]) ?? 0
    }

    /// Returns the new balance; `nil` when it would be negative or overflow.
    static func sum(_ balance: Int64, _ change: Int64) -> Int64? {
        let (sum, overflow) = balance.addingReportingOverflow(change)
        return overflow || sum < 0 ? nil : sum
    }

    static func set(_ player: Int64, _ currency: String, to balance: Int64, in database: Database) throws {
        try database.run(
            "INSERT INTO wallet VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET balance = excluded.balance",
            [player, currency, balance])
    }

    /// Wallets whose balance isn't the sum of their entries.
    static func unbalanced(in database: Database) throws -> [PurchaseBook.Wallet] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT player, currency FROM (
                    SELECT player, currency, balance AS change FROM wallet
                    UNION ALL
                    SELECT player, currency, -amount FROM entry)
                GROUP BY player, currency HAVING SUM(change) <> 0
                """
        ).map { PurchaseBook.Wallet(player: $0["player"], currency: $0["currency"]) }
    }
}
