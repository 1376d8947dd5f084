import CLibPQ
import Foundation
import Testing

/// A new, empty database in the cluster that `scripts/with-postgres` has started.
struct TestDatabase {
    /// What `ShelfPostgres` connects to.
    let address: String

    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    /// How to connect to the cluster; `nil` where there is none.
    static let cluster = ProcessInfo.processInfo.environment["SHELFLIFE_TEST_POSTGRES"]

    init() throws {
        let cluster = try #require(Self.cluster)
        let name = "test_" + String(UInt64.random(in: 0 ... .max), radix: 36)
        address = "\(cluster) dbname=\(name)"
        try Self.run("CREATE DATABASE \(name)", on: "\(cluster) dbname=postgres")
    }

    private static func run(_ sql: String, on address: String) throws {
        let connection = PQconnectdb(address)
        defer { PQfinish(connection) }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else {
            throw Refused(description: String(cString: PQerrorMessage(connection)))
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips what needs PostgreSQL where no cluster runs for the tests.
    static var needsPostgres: Self {
        .enabled(
            if: TestDatabase.cluster != nil,
            "SHELFLIFE_TEST_POSTGRES isn't set; scripts/with-postgres sets it for the command that it runs")
    }
}
