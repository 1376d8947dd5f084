import Foundation
import GRDB

extension SQLiteSchema {
    /// Gives every currency the one spelling in which names enter since then: Unicode's normalisation form C. Wallets of
    /// one player whose currencies become the same are added together. Part of a migration, which is never changed.
    static func normalizeCurrencies(in database: Database) throws {
        let spellings = try String.fetchAll(database, sql: "SELECT DISTINCT currency FROM wallet")
        for spelling in spellings {
            let normal = spelling.precomposedStringWithCanonicalMapping
            guard !normal.utf8.elementsEqual(spelling.utf8) else { continue }
            try database.execute(
                sql: """
                    INSERT INTO wallet SELECT player, ?, balance FROM wallet WHERE currency = ?
                    ON CONFLICT DO UPDATE SET balance = balance + excluded.balance
                    """,
                arguments: [normal, spelling])
            try database.execute(sql: "DELETE FROM wallet WHERE currency = ?", arguments: [spelling])
            for table in ["entry", "purchase", "top_up", "audit"] {
                try database.execute(
                    sql: "UPDATE \(table) SET currency = ? WHERE currency = ?", arguments: [normal, spelling])
            }
        }
    }
}
