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

    /// What the claiming player's wallet holds.
    func balance(in database: Database) throws -> Int64 {
        guard let claim else { return 0 }
        return try Wallets.balance(of: claim.player, claim.currency, in: database)
    }

    /// Gives what is outstanding, or takes what is there of it; both stand in the journal.
    ///
    /// - Returns: `nil` when nothing is outstanding.
    mutating func settle(
        _ what: String, by: String, key: String, at: Instant, in database: Database
    ) throws -> PostingAnswer? {
        guard let claim, outstanding != 0 else { return nil }
        let lacking = lacking(in: try balance(in: database))
        let reason = "\(what) of \(claim.product)" + (lacking > 0 ? ", \(lacking) lacking" : "")
        let answer = try Posting(
            player: claim.player, currency: claim.currency, amount: outstanding, counterpart: .topUps, reason: reason,
            by: by, key: key, at: at, takesWhatIsThere: true
        ).post(in: database)
        if case .posted(let entry, _, _) = answer { note(entry.amount) }
        return answer
    }

    private init(row: Row) {
        let claim = (row["player"] as Int64?).map { player in
            TopUpClaim(player: player, product: row["product"], currency: row["currency"], amount: row["amount"])
        }
        self.init(
            transaction: row["id"], claim: claim,
            revoked: RevokedShare(thousandthsOfPercent: row["revoked"]) ?? .whole,
            revised: (row["revised_at_ms"] as Int64?).map(Instant.init(milliseconds:)), given: row["given"])
    }
}
