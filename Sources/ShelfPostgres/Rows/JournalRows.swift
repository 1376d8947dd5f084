import ShelfDatabase
import ShelfModel

extension JournalEntry {
    @discardableResult
    static func insert(
        at: Instant, player: Int64, currency: String, amount: Int64, counterpart: Counterpart, reason: String,
        by: String, key: String, purchase: Int64?, into session: PostgresSession
    ) throws -> JournalEntry {
        let id: Int64? = try session.value(
            """
            INSERT INTO entry (at_ms, player, currency, amount, counterpart, reason, "by", key, purchase)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id
            """,
            [at, player, currency, amount, counterpart.rawValue, reason, by, key, purchase])
        return JournalEntry(
            id: id ?? 0, at: at, player: player, currency: currency, amount: amount,
            counterpart: counterpart, reason: reason, by: by, key: key, purchase: purchase)
    }

    /// Finds an entry that belongs to no purchase, by its author and key.
    static func find(by: String, key: String, in session: PostgresSession) throws -> JournalEntry? {
        try session.row(
            #"SELECT * FROM entry WHERE "by" = $1 AND key = $2 AND purchase IS NULL"#, [by, key]
        ).map(JournalEntry.init(row:))
    }

    static func all(of player: Int64, before: Int64?, limit: Int, in session: PostgresSession) throws -> [JournalEntry]
    {
        try session.rows(
            "SELECT * FROM entry WHERE player = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
            [player, before ?? Int64.max, limit]
        ).map(JournalEntry.init(row:))
    }

    private init(row: PostgresRow) throws {
        self.init(
            id: row["id"], at: row["at_ms"], player: row["player"], currency: row["currency"],
            amount: row["amount"], counterpart: try row.read("counterpart", Counterpart.init), reason: row["reason"],
            by: row["by"], key: row["key"],
            purchase: row["purchase"])
    }
}

extension Posting {
    /// Stores the posting, unless the balance would fall below zero or overflow.
    func post(in session: PostgresSession) throws -> PostingAnswer {
        guard try Wallets.lock([player], in: session) == [player] else { return .unknownPlayer }
        let balance = try Wallets.balance(of: player, currency, in: session)
        if let earlier = try JournalEntry.find(by: by, key: key, in: session) {
            return isSame(as: earlier) ? .posted(earlier, balance: balance, isReplay: true) : .keyReused
        }
        guard try Reversal.find(by: by, key: key, in: session) == nil else { return .keyReused }
        let change = takesWhatIsThere ? max(amount, -balance) : amount
        guard let after = Wallets.sum(balance, change) else { return .impossible(balance: balance) }
        try Wallets.set(player, currency, to: after, in: session)
        let entry = try JournalEntry.insert(
            at: at, player: player, currency: currency, amount: change, counterpart: counterpart, reason: reason,
            by: by, key: key, purchase: nil, into: session)
        return .posted(entry, balance: after, isReplay: false)
    }

    private func isSame(as entry: JournalEntry) -> Bool {
        entry.player == player && entry.currency == currency && entry.counterpart == counterpart
            && entry.reason == reason && (entry.amount == amount || takesWhatIsThere)
    }
}

/// The stored balances. Each is the sum of the wallet's journal entries.
enum Wallets {
    /// Locks players, in the order of their numbers. Whoever changes a player's wallet, goods or orders has to hold this
    /// lock.
    ///
    /// - Returns: the players who exist.
    @discardableResult
    static func lock(_ players: some Sequence<Int64>, in session: PostgresSession) throws -> Set<Int64> {
        try session.value(of: locking(Set(players)))
    }

    static func locking(_ players: Set<Int64>) -> PostgresQuery<Set<Int64>> {
        PostgresQuery(
            "SELECT id FROM player WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE",
            [PostgresValue.integers(players.sorted())]
        ) { Set($0.rows.map { $0[0] }) }
    }

    static func hasOwner(_ player: Int64, in session: PostgresSession) throws -> Bool {
        try session.exists("SELECT 1 FROM player WHERE id = $1", [player])
    }

    static func balance(of player: Int64, _ currency: String, in session: PostgresSession) throws -> Int64 {
        try session.value("SELECT balance FROM wallet WHERE player = $1 AND currency = $2", [player, currency]) ?? 0
    }

    /// Returns the new balance; `nil` when it would be negative or overflow.
    static func sum(_ balance: Int64, _ change: Int64) -> Int64? {
        let (sum, overflow) = balance.addingReportingOverflow(change)
        return overflow || sum < 0 ? nil : sum
    }

    static func set(_ player: Int64, _ currency: String, to balance: Int64, in session: PostgresSession) throws {
        try session.run(
            "INSERT INTO wallet VALUES ($1, $2, $3) ON CONFLICT (player, currency) DO UPDATE SET balance = excluded.balance",
            [player, currency, balance])
    }

    /// Wallets whose balance isn't the sum of their entries.
    static func unbalanced(in session: PostgresSession) throws -> [PurchaseBook.Wallet] {
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
