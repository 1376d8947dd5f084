import Foundation
import GRDB
package import ShelfDatabase
package import ShelfModel

extension SQLiteDatabase: PlayerDatabase {
    package func player(ofCredential credential: [UInt8]) async throws -> Int64? {
        try await read { try DeviceSignIn.player(ofCredential: credential, in: $0) }
    }

    package func signIn(_ signIns: [DeviceSignIn]) async throws -> [SignedIn] {
        try await write { database in
            try signIns.map { signIn in
                let player = try signIn.player(in: database)
                return SignedIn(player: player, family: try signIn.beginFamily(of: player, in: database))
            }
        }
    }

    package func rotate(family: Int64, presented: [UInt8], next: [UInt8], until: Instant, at: Instant) async throws
        -> RotationAnswer
    {
        try await write { database in
            let row = try Row.fetchOne(database, sql: "SELECT * FROM token_family WHERE id = ?", arguments: [family])
            guard let row, row.instant("expires_at_ms") > at else { return .unknown }
            guard row.bytes("newest") == presented else {
                try database.run("DELETE FROM token_family WHERE id = ?", [family])
                return .revoked
            }
            try database.run(
                "UPDATE token_family SET newest = ?, expires_at_ms = ? WHERE id = ?",
                [Data(next), until.milliseconds, family])
            return .rotated(player: row["player"])
        }
    }
}

extension DeviceSignIn {
    fileprivate static func player(ofCredential credential: [UInt8], in database: Database) throws -> Int64? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT id FROM player WHERE credential = ?"), arguments: [Data(credential)])
    }

    /// Returns the player who has the credential. If there is none, creates a player and adds the gifts.
    fileprivate func player(in database: Database) throws -> Int64 {
        if let known = try Self.player(ofCredential: credential, in: database) { return known }
        let player = try database.nextID(in: "player", at: at)
        try database.run("INSERT INTO player VALUES (?, ?, ?)", [player, Data(credential), at.milliseconds])
        for (currency, amount) in gifts.sorted(by: { $0.key < $1.key }) where amount > 0 {
            _ = try Posting(
                player: player, currency: currency, amount: amount, counterpart: .grants, reason: "welcome",
                by: "server", key: "welcome \(player) \(currency)", at: at
            ).post(in: database)
        }
        return player
    }

    fileprivate func beginFamily(of player: Int64, in database: Database) throws -> Int64 {
        try database.run(
            """
            DELETE FROM token_family WHERE id IN (
                SELECT id FROM token_family WHERE player = ? ORDER BY expires_at_ms DESC, id DESC LIMIT -1 OFFSET ?)
            """, [player, TokenFamilies.others])
        let family = try database.nextID(in: "token_family", at: at)
        try database.run(
            "INSERT INTO token_family VALUES (?, ?, ?, ?)", [family, player, Data(token), until.milliseconds])
        return family
    }
}
