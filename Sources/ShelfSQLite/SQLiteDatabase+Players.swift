import Foundation
import GRDB
package import ShelfDatabase
package import ShelfModel

extension SQLiteDatabase: PlayerDatabase {
    package func signIn(_ arrivals: [Arrival]) async throws -> [SignedIn] {
        try await write { database in
            try arrivals.map { arrival in
                let player = try arrival.player(in: database)
                return SignedIn(player: player, family: try arrival.beginFamily(of: player, in: database))
            }
        }
    }

    package func keep(secret: [UInt8], as name: String) async throws -> [UInt8] {
        try await write { database in
            try database.run("INSERT INTO secret VALUES (?, ?) ON CONFLICT DO NOTHING", [name, Data(secret)])
            let row = try Row.fetchOne(database, sql: "SELECT bytes FROM secret WHERE name = ?", arguments: [name])
            return row?.bytes("bytes") ?? secret
        }
    }

    package func rotate(family: Int64, presented: [UInt8], next: [UInt8], until: Instant, at: Instant) async throws
        -> RotationAnswer
    {
        try await write { database in
            let row = try Row.fetchOne(database, sql: "SELECT * FROM token_family WHERE id = ?", arguments: [family])
            guard let row, row["is_revoked"] == 0, row.instant("expires_at_ms") > at else { return .unknown }
            guard row.bytes("newest") == presented else {
                try database.run("UPDATE token_family SET is_revoked = 1 WHERE id = ?", [family])
                return .revoked
            }
            try database.run(
                "UPDATE token_family SET newest = ?, expires_at_ms = ? WHERE id = ?",
                [Data(next), until.milliseconds, family])
            return .rotated(player: row["player"])
        }
    }
}

extension Arrival {
    /// Whoever has the credential, made and given gifts where nobody has.
    fileprivate func player(in database: Database) throws -> Int64 {
        let known = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT id FROM player WHERE credential = ?"), arguments: [Data(credential)])
        if let known { return known }
        try database.run("INSERT INTO player VALUES (NULL, ?, ?)", [Data(credential), at.milliseconds])
        let player = database.lastInsertedRowID
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
            "DELETE FROM token_family WHERE player = ? AND expires_at_ms <= ?", [player, at.milliseconds])
        try database.run(
            "INSERT INTO token_family VALUES (NULL, ?, ?, ?, 0)", [player, Data(token), until.milliseconds])
        return database.lastInsertedRowID
    }
}
