import Foundation
import GRDB
import GRDBSQLite

/// A column's bytes, copied once. GRDB's own conversions go through `Data`, which costs a start with many stores more
/// than SQLite does.
struct Blob: DatabaseValueConvertible, StatementColumnConvertible {
    let bytes: [UInt8]

    init?(sqliteStatement: SQLiteStatement, index: CInt) {
        guard sqlite3_column_type(sqliteStatement, index) == SQLITE_BLOB else { return nil }
        // SQLite's pointer to a blob without bytes is null.
        bytes = Array(
            UnsafeRawBufferPointer(
                start: sqlite3_column_blob(sqliteStatement, index),
                count: Int(sqlite3_column_bytes(sqliteStatement, index))))
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Blob? {
        guard case .blob(let data) = value.storage else { return nil }
        return Blob(bytes: Array(data))
    }

    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}
