import Foundation

/// The PostgreSQL cluster on this machine in which each server gets a database of its own.
struct PostgresCluster: Sendable {
    private let address: String
    private let connection: PreparedConnection
    private let postmaster: Int32

    /// The cluster of `scripts/with-postgres`.
    init() throws {
        guard let address = ProcessInfo.processInfo.environment["SHELFLIFE_TEST_POSTGRES"] else {
            throw PlanBeforeError.noCluster
        }
        self.address = address
        connection = try PreparedConnection("\(address) dbname=postgres")
        guard let backend = try connection.run("SELECT pg_backend_pid()").first?.first.flatMap({ Int32($0) }),
            let parent = try? ProcessAccount(of: backend).parent
        else { throw PlanBeforeError.elsewhere }
        postmaster = parent
        do {
            try connection.run("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
            _ = try statements(in: "postgres")
        } catch let PlanBeforeError.refused(reason) {
            throw PlanBeforeError.uncounted(reason.split(whereSeparator: \.isNewline).first.map(String.init) ?? reason)
        }
    }

    /// A database for as long as it is needed.
    struct Database: Sendable {
        let name: String
        let address: String
    }

    func withDatabase<Value: Sendable>(_ body: (Database) async throws -> Value) async throws -> Value {
        let name = "plan_" + String(UInt64.random(in: 0 ... .max), radix: 36)
        try connection.run("CREATE DATABASE \(name)")
        defer { _ = try? connection.run("DROP DATABASE \(name) WITH (FORCE)") }
        return try await body(Database(name: name, address: "\(address) dbname=\(name)"))
    }

    /// How many statements have been run in a database, as PostgreSQL counts them, with each `BEGIN` and `COMMIT`.
    func statements(in database: String) throws -> Int64 {
        let rows = try connection.run(
            """
            SELECT COALESCE(SUM(calls), 0)::bigint FROM pg_stat_statements
            WHERE dbid = (SELECT oid FROM pg_database WHERE datname = $1)
            """, [database])
        return rows.first?.first.flatMap { Int64($0) } ?? 0
    }

    /// The processor time of all of the cluster's processes, those included that have ended.
    func processorUs() throws -> Int64 { try ProcessAccount.familyUs(of: postmaster) }
}
