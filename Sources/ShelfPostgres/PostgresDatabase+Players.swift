package import ShelfDatabase
package import ShelfModel

extension PostgresDatabase: PlayerDatabase {
    package func player(ofCredential credential: [UInt8]) async throws -> Int64? {
        try await read { try DeviceSignIn.player(ofCredential: credential, in: $0) }
    }

    package func signIn(_ signIns: [DeviceSignIn]) async throws -> [SignedIn] {
        try await write { session in
            let known = try signIns.map { try DeviceSignIn.player(ofCredential: $0.credential, in: session) }
            try Wallets.lock(known.compactMap(\.self), in: session)
            // New players are made in the order of their credentials, so that two servers that make the same ones
            // never wait for each other.
            for signIn in signIns.sorted(by: { $0.credential.lexicographicallyPrecedes($1.credential) }) {
                _ = try signIn.player(numbers, in: session)
            }
            return try signIns.map { signIn in
                let player = try signIn.player(numbers, in: session)
                return SignedIn(player: player, family: try signIn.beginFamily(of: player, numbers, in: session))
            }
        }
    }

    package func rotate(family: Int64, presented: [UInt8], next: [UInt8], until: Instant, at: Instant) async throws
        -> RotationAnswer
    {
        try await write { session in
            let row = try session.row("SELECT * FROM token_family WHERE id = $1 FOR UPDATE", [family])
            guard let row, row["expires_at_ms"] as Instant > at else { return .unknown }
            guard row["newest"] as [UInt8] == presented else {
                try session.run("DELETE FROM token_family WHERE id = $1", [family])
                return .revoked
            }
            try session.run(
                "UPDATE token_family SET newest = $1, expires_at_ms = $2 WHERE id = $3", [next, until, family])
            return .rotated(player: row["player"])
        }
    }
}

extension DeviceSignIn {
    fileprivate static func player(ofCredential credential: [UInt8], in session: PostgresSession) throws -> Int64? {
        try session.value("SELECT id FROM player WHERE credential = $1", [credential])
    }

    /// Returns the player who has the credential. If there is none, creates a player and adds the gifts.
    fileprivate func player(_ numbers: OrderNumbers, in session: PostgresSession) throws -> Int64 {
        if let known = try Self.player(ofCredential: credential, in: session) { return known }
        let player = numbers.next(at: at)
        try session.run("INSERT INTO player VALUES ($1, $2, $3)", [player, credential, at])
        for (currency, amount) in gifts.sorted(by: { $0.key < $1.key }) where amount > 0 {
            _ = try Posting(
                player: player, currency: currency, amount: amount, counterpart: .grants, reason: "welcome",
                by: "server", key: "welcome \(player) \(currency)", at: at
            ).post(in: session)
        }
        return player
    }

    fileprivate func beginFamily(
        of player: Int64, _ numbers: OrderNumbers, in session: PostgresSession
    ) throws -> Int64 {
        try session.run(
            """
            DELETE FROM token_family WHERE id IN (
                SELECT id FROM token_family WHERE player = $1 ORDER BY expires_at_ms DESC, id DESC OFFSET $2)
            """, [player, TokenFamilies.others])
        let family = numbers.next(at: at)
        try session.run("INSERT INTO token_family VALUES ($1, $2, $3, $4)", [family, player, token, until])
        return family
    }
}
