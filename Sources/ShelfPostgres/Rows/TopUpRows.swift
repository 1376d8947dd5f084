import ShelfDatabase
import ShelfModel

extension TopUpAccount {
    static func find(_ transaction: String, in session: PostgresSession) throws -> TopUpAccount? {
        try session.row("SELECT * FROM top_up WHERE id = $1", [transaction])
            .map(TopUpAccount.init(row:))
    }

    func write(to session: PostgresSession) throws {
        try session.run(
            """
            INSERT INTO top_up VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (id) DO UPDATE SET player = excluded.player, product = excluded.product,
                currency = excluded.currency, amount = excluded.amount, revoked = excluded.revoked,
                revised_at_ms = excluded.revised_at_ms, given = excluded.given
            """,
            [
                transaction, claim?.player, claim?.product, claim?.currency, claim?.amount,
                revoked.thousandthsOfPercent, revised, given,
            ])
    }

    /// The balance of the claiming player's wallet.
    func balance(in session: PostgresSession) throws -> Int64 {
        guard let claim else { return 0 }
        return try Wallets.balance(of: claim.player, claim.currency, in: session)
    }

    /// Adds a change to the wallet, or subtracts as much of it as the wallet holds, and enters it in the journal.
    ///
    /// - Returns: `nil` when there is nothing to do.
    mutating func settle(
        _ change: Int64, _ what: String, by: String, key: String, at: Instant, in session: PostgresSession
    ) throws -> PostingAnswer? {
        guard let claim, change != 0 else { return nil }
        let lacking = Self.lacking(change, in: try balance(in: session))
        let reason = "\(what) of \(claim.product)" + (lacking > 0 ? ", \(lacking) lacking" : "")
        let answer = try Posting(
            player: claim.player, currency: claim.currency, amount: change, counterpart: .topUps, reason: reason,
            by: by, key: key, at: at, takesWhatIsThere: true
        ).post(in: session)
        if case .posted(let entry, _, _) = answer { note(entry.amount) }
        return answer
    }

    private init(row: PostgresRow) throws {
        let claim = (row["player"] as Int64?).map { player in
            TopUpClaim(player: player, product: row["product"], currency: row["currency"], amount: row["amount"])
        }
        self.init(
            transaction: row["id"], claim: claim,
            revoked: try row.read("revoked") { RevokedShare(thousandthsOfPercent: $0) },
            revised: row["revised_at_ms"], given: row["given"])
    }
}
