import GRDB
import ShelfDatabase

/// Marks a database whose shop has moved. Its tables take no change any more, so that a server that still runs on it
/// sells nothing.
enum MovedMark {
    private static let refusal = "this shop has moved"

    /// - Returns: ``ShopMoved`` for the error of a change that the mark has refused; any other error as it is.
    static func explained(_ error: any Error, in database: Database) -> any Error {
        guard (error as? DatabaseError)?.message == refusal, let place = try? destination(database) else {
            return error
        }
        return ShopMoved(to: place)
    }

    /// Where the shop has moved to; `nil` when it is here.
    static func destination(_ database: Database) throws -> String? {
        guard try database.tableExists("moved") else { return nil }
        return try String.fetchOne(database, sql: "SELECT destination FROM moved")
    }

    static func write(_ destination: String, to database: Database) throws {
        try database.execute(sql: "CREATE TABLE moved (destination TEXT NOT NULL) STRICT")
        try database.execute(sql: "INSERT INTO moved VALUES (?)", arguments: [destination])
        for table in ShopTable.all {
            for change in ["INSERT", "UPDATE", "DELETE"] {
                try database.execute(
                    sql: """
                        CREATE TRIGGER moved_\(table.name)_\(change.lowercased()) BEFORE \(change) ON "\(table.name)"
                        BEGIN SELECT RAISE(ABORT, '\(refusal)'); END
                        """)
            }
        }
    }
}
