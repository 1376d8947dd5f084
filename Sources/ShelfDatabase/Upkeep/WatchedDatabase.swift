/// Tells an operator how a database is.
package protocol WatchedDatabase: Sendable {
    var errors: DatabaseErrors { get }

    /// How many bytes the database takes.
    func size() async throws -> Int64
}
