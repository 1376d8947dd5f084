import Foundation
import GRDB
import GRDBSQLite
import ShelfSQL
import ShelfVault

/// A connection of GRDB's, in a transaction.
struct SQLiteSession: SQLSession {
    let database: Database
    let seals: ColumnSeals

    /// The statement is compiled only once for each connection.
    @discardableResult
    func run(_ sql: String, _ arguments: [any SQLArgument]) throws -> Int {
        _ = try prepared(sql, arguments).steps { _ in }
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

    /// There is no other transaction that writes.
    static let skippingLocked = ""

    static func isUniqueViolation(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_UNIQUE].contains(error.extendedResultCode)
    }

    /// Returns the greatest number in a table, or 0.
    func greatestNumber(in table: String) throws -> Int64 { try value("SELECT MAX(id) FROM \(table)") ?? 0 }

    /// To SQLite, `$1` is a name, and names are numbered in the order in which the statement first mentions them. So
    /// each argument goes where its name is.
    private func prepared(_ sql: String, _ arguments: [any SQLArgument]) throws -> Statement {
        let statement = try database.cachedStatement(sql: sql)
        let handle = statement.sqliteStatement
        sqlite3_reset(handle)
        for place in 0..<sqlite3_bind_parameter_count(handle) {
            guard let name = sqlite3_bind_parameter_name(handle, place + 1), case let number = atoi(name + 1),
                number > 0
            else { preconditionFailure("a statement calls its arguments $1, $2 and so on: \(sql)") }
            arguments[Int(number) - 1].sqlValue.bind(to: handle, at: place + 1)
        }
        return statement
    }
}

extension Statement {
    /// Runs the statement with SQLite's own functions, since GRDB's rows take longer than SQLite does.
    ///
    /// - Parameter value: reads a row.
    func steps<Value>(_ value: (SQLiteStatement) throws -> Value) throws -> [Value] {
        // Without its arguments, the statement doesn't keep the last window or file in memory.
        defer {
            sqlite3_reset(sqliteStatement)
            sqlite3_clear_bindings(sqliteStatement)
        }
        var values: [Value] = []
        while true {
            switch sqlite3_step(sqliteStatement) {
            case SQLITE_ROW: values.append(try value(sqliteStatement))
            case SQLITE_DONE: return values
            case SQLITE_INTERRUPT:
                // GRDB interrupts what a cancelled task does, and nothing else does.
                throw CancellationError()
            default:
                let connection = sqlite3_db_handle(sqliteStatement)
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
                    message: String(cString: sqlite3_errmsg(connection)), sql: sql)
            }
        }
    }
}

extension SQLValue {
    /// - Parameter place: from 1 on.
    fileprivate func bind(to statement: SQLiteStatement, at place: CInt) {
        // SQLite copies the bytes.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .null: sqlite3_bind_null(statement, place)
        case .integer(let number): sqlite3_bind_int64(statement, place, number)
        case .text(let text): sqlite3_bind_text(statement, place, text, -1, transient)
        case .bytes(let bytes):
            if bytes.isEmpty {
                sqlite3_bind_zeroblob(statement, place, 0)
            } else {
                sqlite3_bind_blob(statement, place, bytes, CInt(bytes.count), transient)
            }
        }
    }
}
