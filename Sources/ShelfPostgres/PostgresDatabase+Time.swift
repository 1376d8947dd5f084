package import ShelfModel
import ShelfSQL

extension PostgresDatabase {
    /// `nil` in an imagined time, too.
    package func clock() async throws -> Instant? {
        guard ages.oldest != nil else { return nil }
        return try await read(#function) { try $0.value(DatabaseClock.statement) }
    }
}
