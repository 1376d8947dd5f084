package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func player(_ number: Int64) async throws -> StoredPlayer? {
        try await read { session in
            try session.row("SELECT * FROM player WHERE id = $1", [number])
                .map { StoredPlayer(row: $0) }
        }
    }

    package func players(before: Int64?, limit: Int) async throws -> [StoredPlayer] {
        try await read { session in
            try session.rows(
                "SELECT * FROM player WHERE id < $1 ORDER BY id DESC LIMIT $2", [before ?? Int64.max, limit]
            ).map { StoredPlayer(row: $0) }
        }
    }

    package func player(ofCredential credential: [UInt8]) async throws -> Int64? {
        try await read { try DeviceSignIn.player(ofCredential: credential, in: $0) }
    }

    package func signIn(_ signIns: [DeviceSignIn]) async throws -> [SignedIn] {
        try await write { session in
            let known = try signIns.compactMap { try DeviceSignIn.player(ofCredential: $0.credential, in: session) }
            try session.lock(.players(known))
            // New players are made in the order of their credentials, so that two servers that make the same ones
            // never wait for each other.
            for signIn in signIns.sorted(by: { $0.credential.lexicographicallyPrecedes($1.credential) }) {
                try signIn.makePlayer(in: session) { try self.newNumber(in: .player, at: signIn.at, session) }
            }
            return try signIns.map { signIn in
                guard let player = try DeviceSignIn.player(ofCredential: signIn.credential, in: session) else {
                    throw RowMissing(table: "player")
                }
                try TokenFamily.leaveRoom(of: player, in: session)
                let family = try self.newNumber(in: .tokenFamily, at: signIn.at, session)
                try TokenFamily(player: player, newest: signIn.token, expires: signIn.until)
                    .insert(as: family, into: session)
                return SignedIn(player: player, family: family)
            }
        }
    }

    package func rotate(family: Int64, presented: [UInt8], next: [UInt8], until: Instant, at: Instant) async throws
        -> RotationAnswer
    {
        try await write { session in
            try session.lock(.tokenFamily(family))
            let verdict = RotationFacts(family: try TokenFamily.find(family, in: session))
                .judge(presented: presented, at: at)
            switch verdict {
            case .unknown: break
            case .revoke: try session.run("DELETE FROM token_family WHERE id = $1", [family])
            case .rotate:
                try session.run(
                    "UPDATE token_family SET newest = $1, expires_at_ms = $2 WHERE id = $3", [next, until, family])
            }
            return verdict.answer
        }
    }
}
