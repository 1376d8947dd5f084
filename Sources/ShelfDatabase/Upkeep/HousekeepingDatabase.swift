package import ShelfModel

/// Deletes what a server no longer needs.
package protocol HousekeepingDatabase: Sendable {
    /// Deletes refused orders from before `instant`, in small batches. Their keys can then be used again.
    func forgetRefusals(before instant: Instant) async throws

    /// Deletes all players' families of refresh tokens that have ended by `instant`, in small batches.
    func forgetTokenFamilies(endedBy instant: Instant) async throws
}
