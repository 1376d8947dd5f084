import CLibPQ
import Foundation

/// A connection to PostgreSQL through libpq, which prepares each statement once and waits for its answer.
///
/// One thread at a time uses it, which makes it safe to hand over.
final class PreparedConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    /// The names of prepared statements by their text.
    private var names: [String: String] = [:]

    /// - Parameter address: libpq's connection string or URI.
    init(_ address: String) throws {
        guard let handle = PQconnectdb(address) else { throw PlanBeforeError.refused("no memory for a connection") }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else { throw refusal }
    }

    deinit { PQfinish(handle) }

    /// - Returns: the rows, as text; NULL is empty.
    @discardableResult
    func run(_ sql: String, _ arguments: [String] = []) throws -> [[String]] {
        let name = try prepared(sql)
        let copies: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let pointers: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) }
        let result = PQexecPrepared(handle, name, CInt(pointers.count), pointers, nil, nil, 0)
        defer { PQclear(result) }
        try check(result)
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetvalue(result, row, column).map { String(cString: $0) } ?? ""
            }
        }
    }

    /// The name under which a statement is prepared.
    private func prepared(_ sql: String) throws -> String {
        if let name = names[sql] { return name }
        let name = "s\(names.count)"
        let result = PQprepare(handle, name, sql, 0, nil)
        defer { PQclear(result) }
        try check(result)
        names[sql] = name
        return name
    }

    private func check(_ result: OpaquePointer?) throws {
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else { throw refusal }
    }

    private var refusal: PlanBeforeError {
        .refused(PQerrorMessage(handle).map { String(cString: $0) } ?? "no message")
    }
}
