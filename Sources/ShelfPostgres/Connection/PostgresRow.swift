import CLibPQ
import ShelfSQL

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

/// One row of a result.
struct PostgresRow: SQLRow {
    fileprivate let result: PostgresResult
    fileprivate let index: CInt

    func index(of column: String) -> Int { Int(result.column(column)) }

    /// Counts and constants may have four bytes.
    func integer(at column: Int) -> Int64? {
        guard let bytes = result.bytes(index, CInt(column)) else { return nil }
        switch bytes.count {
        case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case let count: preconditionFailure("a column of \(count) bytes isn't an integer")
        }
    }

    func flag(at column: Int) -> Bool? { result.bytes(index, CInt(column)).map { $0.first == 1 } }

    func text(at column: Int) -> String? {
        result.bytes(index, CInt(column)).map { String(decoding: $0, as: UTF8.self) }
    }

    func bytes(at column: Int) -> [UInt8]? { result.bytes(index, CInt(column)).map(Array.init) }
}
