import ShelfDatabase
package import ShelfModel
import ShelfSQL

extension PostgresDatabase: HousekeepingDatabase {
    package func forgetRefusals(before instant: Instant) async throws {
        try await forgetAll(
            """
            DELETE FROM purchase WHERE id IN (
                SELECT id FROM purchase WHERE refusal IS NOT NULL AND at_ms < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
            """, before: instant)
    }

    package func forgetTokenFamilies(endedBy instant: Instant) async throws {
        try await forgetAll(
            """
            DELETE FROM token_family WHERE id IN (
                SELECT id FROM token_family WHERE expires_at_ms < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
            """, before: instant + .milliseconds(1))
    }

    /// Deletes in small batches, so that waiting orders can be settled in between. It skips rows that
    /// another transaction has locked, and so never waits for one; they are deleted another time.
    ///
    /// - Parameter sql: takes the instant and how many rows it may delete at most.
    private func forgetAll(_ sql: String, before instant: Instant, call: StaticString = #function) async throws {
        let atOnce = 1000
        var isMore = true
        while isMore {
            isMore = try await write(call) { try $0.run(sql, [instant, atOnce]) == atOnce }
        }
    }
}
