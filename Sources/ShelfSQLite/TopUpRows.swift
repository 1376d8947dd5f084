import GRDB
import ShelfDatabase
import ShelfModel

extension TopUpAccount {
    static func find(_ transaction: String, in database: Database) throws -> TopUpAccount? {
        try Row.fetchOne(database, sql: "SELECT * FROM top_up WHERE id = ?", arguments: [transaction])
            .map(TopUpAccount.init(row:))
    }

    func write(to database: Database) throws {
        try database.run(
            "INSERT OR REPLACE INTO top_up VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                transaction, claim?.player, claim?.product, claim?.currency, claim?.amount,
                revoked.thousandthsOfPercent, revised?.milliseconds, given,
            ])
    }

    /// The balance of the claiming player's wallet.
    func balance(in database: Database) throws -> Int64 {
        guard let claim else { return 0 }
        return try Wallets.balance(of: claim.player, claim.currency, in: database)
    }

    /// Adds a change to the wallet, or subtracts as much of it as the wallet holds, and enters it in the journal.
    ///
    /// - Returns: `nil` when there is nothing to do.
    mutating func settle(
        _ change: Int64, _ what: String, by: String, key: String, at: Instant, in database: Database
    ) throws -> PostingAnswer? {
        guard let claim, change != 0 else { return nil }
        let lacking = Self.lacking(change, in: try balance(in: database))
        let reason = "\(what) of \(claim.product)" + (lacking > 0 ? ", \(lacking) lacking" : "")
        let answer = try Posting(
            player: claim.player, currency: claim.currency, amount: change, counterpart: .topUps, reason: reason,
            by: by, key: key, at: at, takesWhatIsThere: true
        ).post(in: database)
        if case .posted(let entry, _, _) = answer { note(entry.amount) }
        return answer
    }

    private init(row: Row) throws {
        let claim = (row["player"] as Int64?).map { player in
            TopUpClaim(player: player, product: row["product"], currency: row["currency"], amount: row["amount"])
        }
        self.init(
            transaction: row["id"], claim: claim,
            revoked: try row.read("revoked") { RevokedShare(thousandthsOfPercent: $0) },
            revised: (row["revised_at_ms"] as Int64?).map(Instant.init(milliseconds:)), given: row["given"])
    }
}
