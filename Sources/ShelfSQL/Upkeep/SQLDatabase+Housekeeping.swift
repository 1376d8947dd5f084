package import ShelfModel

extension SQLDatabase {
    package func forgetRefusals(before instant: Instant) async throws {
        try await forgetAll(
            "purchase", "SELECT id FROM purchase WHERE refusal IS NOT NULL AND at_ms < $1", before: instant)
    }

    package func forgetTokenFamilies(endedBy instant: Instant) async throws {
        try await forgetAll(
            "token_family", "SELECT id FROM token_family WHERE expires_at_ms < $1", before: instant + .milliseconds(1))
    }

    /// Deletes in small batches, so that waiting orders can be settled in between. Rows that another transaction has
    /// locked are deleted another time, so that this never waits for one.
    ///
    /// - Parameter query: takes the instant and selects the numbers of the rows.
    func forgetAll(
        _ table: String, _ query: String, before instant: Instant, call: StaticString = #function
    ) async throws {
        let atOnce = 1000
        var isMore = true
        while isMore {
            isMore = try await write(call) { session in
                let deleted = try session.run(
                    "DELETE FROM \(table) WHERE id IN (\(query) LIMIT $2 \(Session.skippingLocked))",
                    [instant, atOnce])
                return deleted == atOnce
            }
        }
    }
}
