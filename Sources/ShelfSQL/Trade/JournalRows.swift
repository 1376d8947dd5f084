import ShelfDatabase
package import ShelfModel

extension NewJournalEntry {
    private static let insertion = """
        INSERT INTO entry (at_ms, player, currency, amount, counterpart, reason, "by", key, purchase)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """

    private var columns: [any SQLArgument] {
        [at, player, currency, amount, counterpart.rawValue, reason, by, key, purchase]
    }

    package func insert(into session: some SQLSession) throws {
        try session.run(Self.insertion, columns)
    }

    /// Inserts the entry and returns it with its number.
    func inserted(into session: some SQLSession) throws -> JournalEntry {
        guard let number: Int64 = try session.value("\(Self.insertion) RETURNING id", columns) else {
            throw RowMissing(table: "entry")
        }
        return numbered(number)
    }
}

extension JournalEntry {
    /// Finds an entry that belongs to no purchase, by its author and key.
    static func find(by: String, key: String, in session: some SQLSession) throws -> JournalEntry? {
        try session.row(#"SELECT * FROM entry WHERE "by" = $1 AND key = $2 AND purchase IS NULL"#, [by, key])
            .map { try JournalEntry(row: $0) }
    }

    static func all(of player: Int64, before: Int64?, limit: Int, in session: some SQLSession) throws -> [JournalEntry]
    {
        try session.entries(of: player, before: before ?? Int64.max, limit: limit).map { try JournalEntry(row: $0) }
    }

    private init(row: some SQLRow) throws {
        self.init(
            id: row["id"], at: row["at_ms"], player: row["player"], currency: row["currency"],
            amount: row["amount"], counterpart: try row.read("counterpart", Counterpart.init), reason: row["reason"],
            by: row["by"], key: row["key"], purchase: row["purchase"])
    }
}

extension Posting {
    /// Stores the posting, unless there is something against it.
    func post(in session: some SQLSession) throws -> PostingAnswer {
        try session.lock(.players([player]))
        let facts = PostingFacts(
            isPlayerKnown: try Wallets.hasOwner(player, in: session),
            balance: try Wallets.balance(of: player, currency, in: session),
            earlier: try JournalEntry.find(by: by, key: key, in: session),
            isKeyOfReversal: try Reversal.find(by: by, key: key, in: session) != nil)
        switch facts.judge(self) {
        case .answered(let answer): return answer
        case .entered(let new, let balance):
            try Wallets.set(player, currency, to: balance, in: session)
            return .posted(try new.inserted(into: session), balance: balance, isReplay: false)
        }
    }
}
