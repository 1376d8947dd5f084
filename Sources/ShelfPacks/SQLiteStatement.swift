import CSQLite
import ShelfWire

/// A prepared statement. It keeps its connection.
final class SQLiteStatement {
    private let statement: OpaquePointer
    private let connection: SQLiteConnection

    enum Value: Hashable {
        case null
        case integer(Int64)
        case text(String)
        case blob([UInt8])
        case other

        var text: String? { if case .text(let text) = self { text } else { nil } }

        var integer: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }

        var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

        /// A text or nothing; `nil` for anything else.
        var optionalText: String?? {
            switch self {
            case .null: .some(nil)
            case .text(let text): text
            default: nil
            }
        }
    }

    init(_ statement: OpaquePointer, of connection: SQLiteConnection) {
        self.statement = statement
        self.connection = connection
    }

    deinit { sqlite3_finalize(statement) }

    /// Runs it from its beginning with these values.
    func run(_ values: Value...) throws(PackFault) {
        try begin(values)
        _ = try step()
        sqlite3_reset(statement)
    }

    /// The first row; `nil` when there is none.
    func row(_ values: Value...) throws(PackFault) -> [Value]? {
        try begin(values)
        let row = try step()
        sqlite3_reset(statement)
        return row
    }

    /// - Parameter most: with more rows, it throws ``ShelfWire/PackFault/tooLarge``.
    func rows(atMost most: Int) throws(PackFault) -> [[Value]] {
        try begin([])
        defer { sqlite3_reset(statement) }
        var rows: [[Value]] = []
        while let row = try step() {
            guard rows.count < most else { throw .tooLarge }
            rows.append(row)
        }
        return rows
    }

    private func begin(_ values: [Value]) throws(PackFault) {
        sqlite3_reset(statement)
        for (index, value) in values.enumerated() {
            let place = CInt(index + 1)
            let status =
                switch value {
                case .null, .other: sqlite3_bind_null(statement, place)
                case .integer(let number): sqlite3_bind_int64(statement, place, number)
                case .text(let text): csqlite_bind_text(statement, place, text, CInt(text.utf8.count))
                case .blob(let bytes): csqlite_bind_blob(statement, place, bytes, CInt(bytes.count))
                }
            guard status == SQLITE_OK else { throw connection.fault }
        }
    }

    private func step() throws(PackFault) -> [Value]? {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return (0..<sqlite3_column_count(statement)).map(value)
        case SQLITE_DONE: return nil
        default: throw connection.fault
        }
    }

    private func value(_ column: CInt) -> Value {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            let bytes = UnsafeBufferPointer(
                start: sqlite3_column_text(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
            return String(validating: bytes, as: UTF8.self).map(Value.text) ?? .other
        case SQLITE_BLOB:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_column_blob(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
            return .blob(Array(bytes))
        default: return .other
        }
    }
}
