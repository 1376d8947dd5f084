package import ShelfModel

/// Has a clock that all servers of a shop can ask.
package protocol ClockDatabase: Sendable {
    /// - Returns: what the database's clock shows; `nil` where it is the server's own.
    func clock() async throws -> Instant?
}
