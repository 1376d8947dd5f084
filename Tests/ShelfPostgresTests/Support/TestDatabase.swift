import CLibPQ
import Foundation
import ShelfModel
import Testing

/// A new, empty database in the cluster that `scripts/with-postgres` has started.
struct TestDatabase {
    /// What `ShelfPostgres` connects to.
    let address: [String: String]

    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    /// How to connect to the cluster; `nil` where there is none.
    static let cluster = ProcessInfo.processInfo.environment["SHELFLIFE_TEST_POSTGRES"]

    init() throws {
        let cluster = try #require(Self.cluster)
        let name = "test_" + String(UInt64.random(in: 0 ... .max), radix: 36)
        var address: [String: String] = [:]
        for pair in cluster.split(separator: " ") {
            let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
            address[sides[0]] = sides[1]
        }
        try Self.run("CREATE DATABASE \(name)", on: address.merging(["dbname": "postgres"]) { $1 })
        address["dbname"] = name
        self.address = address
    }

    /// The database's clock.
    static func now(on address: [String: String]) throws -> Instant {
        let text = try run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint", on: address)
        return Instant(milliseconds: try #require(Int64(text)))
    }

    /// - Returns: the first value of the first row; empty where there is none.
    @discardableResult
    static func run(_ sql: String, on address: [String: String]) throws -> String {
        let connection = PQconnectdb(address.map { "\($0)=\($1)" }.joined(separator: " "))
        defer { PQfinish(connection) }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK: return ""
        case PGRES_TUPLES_OK: return PQgetvalue(result, 0, 0).map { String(cString: $0) } ?? ""
        default: throw Refused(description: String(cString: PQerrorMessage(connection)))
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
