import GRDB
import GRDBSQLite
import ShelfSQL

/// One row of a result, copied.
struct SQLiteRow: SQLRow {
    /// The names of the columns, which all rows of a result share.
    private let columns: [String]
    let values: [SQLValue]

    init(_ statement: SQLiteStatement, _ columns: [String]) {
        self.columns = columns
        values = (0..<sqlite3_column_count(statement)).map { SQLValue(statement, $0) }
    }

    func index(of column: String) -> Int {
        guard let number = columns.firstIndex(of: column) else {
            preconditionFailure("the statement has no column \(column)")
        }
        return number
    }

    func integer(at column: Int) -> Int64? {
        switch values[column] {
        case .null: nil
        case .integer(let number): number
        case let value: preconditionFailure("\(value) isn't an integer")
        }
    }

    /// SQLite has no type for what is true or false.
    func flag(at column: Int) -> Bool? { integer(at: column).map { $0 != 0 } }

    func text(at column: Int) -> String? {
        switch values[column] {
        case .null: nil
        case .text(let text): text
        case let value: preconditionFailure("\(value) isn't text")
        }
    }

    func bytes(at column: Int) -> [UInt8]? {
        switch values[column] {
        case .null: nil
        case .bytes(let bytes): bytes
        case let value: preconditionFailure("\(value) isn't bytes")
        }
    }
}

extension SQLValue {
    /// The tables are strict, so that only the types that they name are stored.
    fileprivate init(_ statement: SQLiteStatement, _ column: CInt) {
        // SQLite's pointer to text or bytes without any is null.
        func buffer(_ start: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        }
        self =
            switch sqlite3_column_type(statement, column) {
            case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
            case SQLITE_TEXT: .text(String(decoding: buffer(sqlite3_column_text(statement, column)), as: UTF8.self))
            case SQLITE_BLOB: .bytes(Array(buffer(sqlite3_column_blob(statement, column))))
            default: .null
            }
    }
}
