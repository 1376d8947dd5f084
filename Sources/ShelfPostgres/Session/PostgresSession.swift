import ShelfDatabase
import ShelfSQL
import ShelfVault

/// A connection in a transaction, or between single statements, and the deadline for what is done with it.
struct PostgresSession: SQLSession {
    let connection: PostgresConnection
    let deadline: Deadline
    let seals: ColumnSeals

    @discardableResult
    func run(_ sql: String, _ arguments: [any SQLArgument]) throws -> Int {
        try run(sql, values: arguments.map { PostgresValue($0.sqlValue) })
    }

    /// - Parameter arguments: some of which are arrays.
    @discardableResult
    func run(_ sql: String, values arguments: [PostgresValue]) throws -> Int {
        try connection.run(sql, arguments, deadline: deadline).changes
    }

    func rows(_ sql: String, _ arguments: [any SQLArgument]) throws -> [PostgresRow] {
        try rows(sql, values: arguments.map { PostgresValue($0.sqlValue) })
    }

    /// - Parameter arguments: some of which are arrays.
    func rows(_ sql: String, values arguments: [PostgresValue]) throws -> [PostgresRow] {
        try connection.run(sql, arguments, deadline: deadline).rows
    }

    func savepoint(_ body: () throws -> Bool) throws {
        try run("SAVEPOINT part")
        do {
            try run(try body() ? "RELEASE SAVEPOINT part" : "ROLLBACK TO SAVEPOINT part")
        } catch {
            if !(error is DatabaseLost) { try run("ROLLBACK TO SAVEPOINT part") }
            throw error
        }
    }

    func run(_ pipeline: PostgresPipeline) throws -> PostgresPipeline.Results {
        PostgresPipeline.Results(try connection.run(pipeline.statements, deadline: deadline))
    }

    func value<Value>(of query: PostgresQuery<Value>) throws -> Value {
        try query.read(try connection.run(query.sql, query.arguments, deadline: deadline))
    }

    /// A sum of eight bytes is of another type, which can hold any sum.
    static func sum(_ amount: String) -> String { "LEAST(SUM(\(amount)), 9223372036854775807)::bigint" }

    /// PostgreSQL chooses by statistics.
    static func by(index: String) -> String { "" }

    static func newest(_ group: PurchaseGroup, before: String, limit: String) -> String {
        "\(group.condition) AND purchase.id < \(before)"
    }

    func entries(of player: Int64, before: Int64, limit: Int) throws -> [PostgresRow] {
        try rows(
            "SELECT * FROM entry WHERE player = $1 AND id < $2 ORDER BY id DESC LIMIT $3", [player, before, limit])
    }

    static let bytesOfDatabase = "SELECT pg_database_size(current_database())"

    static let skippingLocked = "FOR UPDATE SKIP LOCKED"

    static func isUniqueViolation(_ error: any Error) -> Bool { (error as? PostgresError)?.isUniqueViolation ?? false }
}
