import Foundation
import GRDB
import GRDBSQLite
import ShelfSQL

/// A connection within a transaction.
struct SQLiteSession: SQLSession {
    let database: Database

    /// The statement is compiled only once for each connection.
    @discardableResult
    func run(_ sql: String, _ arguments: [any SQLArgument]) throws -> Int {
        try prepared(sql, arguments).execute()
        return database.changesCount
    }

    func rows(_ sql: String, _ arguments: [any SQLArgument]) throws -> [SQLiteRow] {
        let statement = try prepared(sql, arguments)
        let columns = statement.columnNames
        return try statement.steps { SQLiteRow($0, columns) }
    }

    func savepoint(_ body: () throws -> Bool) throws {
        try database.inSavepoint { try body() ? .commit : .rollback }
    }

    /// The transaction has locked the whole database before it read.
    func lock(_ lock: SQLLock) {}

    /// SQLite's own `SUM` would fail where the sum is greater than the greatest number.
    static func sum(_ amount: String) -> String {
        """
        CAST(MIN(SUM((\(amount)) >> 31) * 2147483648 + SUM((\(amount)) & 2147483647), 9223372036854775807) AS INTEGER)
        """
    }

    static func by(index: String) -> String { "INDEXED BY \(index)" }

    static func isUniqueViolation(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_UNIQUE].contains(error.extendedResultCode)
    }

    /// To SQLite, `$1` is a name, and names are numbered in the order in which the statement first mentions them. So
    /// each argument goes where its name is.
    private func prepared(_ sql: String, _ arguments: [any SQLArgument]) throws -> Statement {
        let statement = try database.cachedStatement(sql: sql)
        let count = sqlite3_bind_parameter_count(statement.sqliteStatement)
        let values = (0..<count).map { index in
            arguments[statement.argumentNumber(at: index) - 1].sqlValue.databaseValue
        }
        try statement.setArguments(StatementArguments(values))
        return statement
    }
}

extension Statement {
    /// Runs the statement with SQLite's own functions, since GRDB's rows take longer than SQLite does.
    ///
    /// - Parameter value: reads a row.
    func steps<Value>(_ value: (SQLiteStatement) throws -> Value) throws -> [Value] {
        defer { sqlite3_reset(sqliteStatement) }
        var values: [Value] = []
        while true {
            switch sqlite3_step(sqliteStatement) {
            case SQLITE_ROW: values.append(try value(sqliteStatement))
            case SQLITE_DONE: return values
            default:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: sqlite3_extended_errcode(sqlite3_db_handle(sqliteStatement))),
                    sql: sql)
            }
        }
    }

    /// The number in the name of an argument, such as 2 for `$2`.
    fileprivate func argumentNumber(at index: CInt) -> Int {
        guard let name = sqlite3_bind_parameter_name(sqliteStatement, index + 1),
            let number = Int(String(cString: name).dropFirst())
        else { preconditionFailure("a statement calls its arguments $1, $2 and so on: \(sql)") }
        return number
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .flag(let isSet): isSet.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        }
    }
}
