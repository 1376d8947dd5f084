package import ShelfModel
import ShelfSQL

/// The clock of the database's machine, which all servers of a shop share.
enum DatabaseClock {
    /// It shows the moment of the statement, and not of its transaction.
    static let statement = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
}

extension PostgresDatabase {
    /// `nil` in an imagined time, too.
    package func clock() async throws -> Instant? {
        guard ages.oldest != nil else { return nil }
        return try await read(#function) { try $0.value(DatabaseClock.statement) }
    }
}
