package import ShelfModel

/// Tells a server which database it uses, and whether that was restored to an earlier state.
package protocol IncarnationDatabase: Sendable {
    /// Returns the 16 random bytes that identify the database. They are made together with it, and a copy has the same
    /// ones.
    func identity() async throws -> [UInt8]

    func incarnation() async throws -> Incarnation

    /// Returns when the database was last restored, or marked for a clock that was ahead; `nil` when it never was, or
    /// when an incarnation has begun since.
    func restoredAt() async throws -> Instant?

    /// Marks the database as one that holds what a clock that was ahead has made, so that the next start begins an
    /// incarnation whatever there is of the future. Closed hours that aren't to be closed yet are opened again. No server
    /// uses the database meanwhile.
    ///
    /// - Parameter now: by the clock that is right.
    func markClockWasAhead(now: Instant) async throws

    /// Begins the next incarnation, in one transaction. It clears the mark that the database was restored and deletes
    /// the windows, listings and chains of all stores, the secrets that servers share, and all families of refresh
    /// tokens, so that no earlier token is valid any more. Stores, players, purchases and money stay.
    ///
    /// - Parameters:
    ///   - number: the number of the current incarnation as the caller knows it. If another server has begun a new one
    ///     since, nothing changes.
    ///   - instant: when the incarnation begins, a whole minute. Nothing is published before it.
    /// - Returns: the current incarnation after the call.
    func beginIncarnation(after number: Int64, at instant: Instant) async throws -> Incarnation
}

/// A period during which the database lost no data. After a restore to an earlier state a new incarnation begins, so
/// that clients can tell new data from data that was lost.
package struct Incarnation: Hashable, Sendable {
    /// Counts up from 1.
    package let number: Int64
    /// The first minute of this incarnation, before which nothing is published; `nil` for the first incarnation.
    package let begun: Instant?

    package init(number: Int64, begun: Instant?) {
        self.number = number
        self.begun = begun
    }
}
