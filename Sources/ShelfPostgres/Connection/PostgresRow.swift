import CLibPQ
import ShelfModel

/// A statement's result. It holds the memory of libpq's result as long as a row of it is in use.
final class PostgresResult {
    private let handle: OpaquePointer

    /// Takes the ownership of libpq's result.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var rows: [PostgresRow] { (0..<PQntuples(handle)).map { PostgresRow(result: self, index: $0) } }

    /// How many rows the statement inserted, changed or deleted, or how many it returned.
    var changes: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// The bytes of a value in the binary format; `nil` for NULL.
    fileprivate func bytes(_ row: CInt, _ column: CInt) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(handle, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(handle, row, column), count: Int(PQgetlength(handle, row, column)))
    }

    fileprivate func column(_ name: String) -> CInt {
        let column = PQfnumber(handle, name)
        guard column >= 0 else { preconditionFailure("the statement has no column \(name)") }
        return column
    }
}

/// One row of a result. Columns are read by name or, where many rows are read, by number.
struct PostgresRow {
    fileprivate let result: PostgresResult
    fileprivate let index: CInt

    subscript<Value: PostgresColumn>(column: String) -> Value { self[Int(result.column(column))] }

    subscript<Value: PostgresColumn>(column: String) -> Value? { self[Int(result.column(column))] }

    /// A column that is never NULL by the schema.
    subscript<Value: PostgresColumn>(column: Int) -> Value {
        guard let bytes = result.bytes(index, CInt(column)) else { preconditionFailure("column \(column) is NULL") }
        return Value(binary: bytes)
    }

    subscript<Value: PostgresColumn>(column: Int) -> Value? {
        result.bytes(index, CInt(column)).map(Value.init(binary:))
    }

    /// Reads a column whose values have a meaning.
    ///
    /// - Parameter meaning: returns `nil` for an unknown value.
    /// - Throws: ``UnknownValue``.
    func read<Raw: PostgresColumn, Value>(_ column: String, _ meaning: (Raw) -> Value?) throws -> Value {
        let raw: Raw = self[column]
        guard let value = meaning(raw) else { throw UnknownValue(column: column, value: "\(raw)") }
        return value
    }

    /// Reads such a column that may be NULL.
    func readIfPresent<Value>(_ column: String, _ meaning: (String) -> Value?) throws -> Value? {
        (self[column] as String?) == nil ? nil : try read(column, meaning)
    }
}

/// What a column can be read as.
protocol PostgresColumn {
    init(binary bytes: UnsafeRawBufferPointer)
}

extension Int64: PostgresColumn {
    /// Counts and constants may have four bytes.
    init(binary bytes: UnsafeRawBufferPointer) {
        switch bytes.count {
        case 8: self.init(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: self.init(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        default: preconditionFailure("a column of \(bytes.count) bytes isn't an integer")
        }
    }
}

extension Int: PostgresColumn {
    init(binary bytes: UnsafeRawBufferPointer) { self.init(Int64(binary: bytes)) }
}

extension Bool: PostgresColumn {
    init(binary bytes: UnsafeRawBufferPointer) { self = bytes.first == 1 }
}

extension String: PostgresColumn {
    init(binary bytes: UnsafeRawBufferPointer) { self.init(decoding: bytes, as: UTF8.self) }
}

extension Array: PostgresColumn where Element == UInt8 {
    init(binary bytes: UnsafeRawBufferPointer) { self = Array(bytes) }
}

extension TimeSpan: PostgresColumn {
    init(binary bytes: UnsafeRawBufferPointer) { self.init(milliseconds: Int64(binary: bytes)) }
}

extension Instant: PostgresColumn {
    init(binary bytes: UnsafeRawBufferPointer) { self.init(milliseconds: Int64(binary: bytes)) }
}
