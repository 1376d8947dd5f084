import Foundation
import GRDB
import ShelfSQLite

/// What a store that has been open for years has in its database.
struct RushHistory {
    let players: Int64
    let purchases: Int64

    /// Writes it into an empty database, statement by statement: a server would take hours for it.
    ///
    /// - Parameter path: of a database that has its tables.
    func write(to path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000")
            try database.inTransaction {
                for statement in Self.statements {
                    try database.execute(sql: statement, arguments: arguments(of: statement))
                }
                try PurchaseFiling.fileAnew(in: database)
                return .commit
            }
        }
        try queue.close()
        // The kernel would go on writing it to the disk while purchases are measured.
        try FileHandle(forUpdating: URL(filePath: path)).synchronize()
    }

    private func arguments(of statement: String) -> StatementArguments {
        let all = ["players": players, "purchases": purchases]
        return StatementArguments(all.filter { statement.contains(":" + $0.key) })
    }

    private static let statements = [
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :players)
        INSERT INTO player SELECT i, randomblob(32), 1700000000000 FROM n
        """,
        """
        INSERT INTO entry
        SELECT NULL, created_at_ms, id, 'coins', 1000000, 'grants', 'welcome', 'server', 'welcome ' || id || ' coins', NULL
        FROM player
        """,
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :purchases)
        INSERT INTO purchase (
            id, player, key, at_ms, store, chain, slot, position, revision, item, currency, offered, refusal, number)
        SELECT i, abs(random()) % :players + 1, lower(hex(randomblob(16))), 1700000000000 + i * 1000, 'rush',
            randomblob(32), i % 43200, i % 12, 0, 'item-' || (i % 40), 'coins', 10, NULL, NULL
        FROM n
        """,
        """
        INSERT INTO entry
        SELECT NULL, at_ms, player, currency, -offered, 'sales', 'purchase', 'player', key, id FROM purchase
        """,
        "INSERT INTO wallet SELECT player, currency, SUM(amount) FROM entry GROUP BY player, currency",
        "INSERT INTO owned SELECT player, item, COUNT(*), NULL FROM purchase GROUP BY player, item",
    ]
}
