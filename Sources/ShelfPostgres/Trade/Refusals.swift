import ShelfModel
import ShelfSQL

/// The refused orders of each player. They are numbered in the order of arrival, so that the oldest are found at once.
enum Refusals {
    /// The number of each player's newest refusal; a player without one is missing.
    static func last(of players: Set<Int64>, in session: PostgresSession) throws -> [Int64: Int64] {
        guard !players.isEmpty else { return [:] }
        let rows = try session.rows(
            """
            SELECT wanted.player, newest.place FROM unnest($1::bigint[]) AS wanted (player)
            CROSS JOIN LATERAL (
                SELECT MAX(refusal_place) AS place FROM purchase
                WHERE purchase.player = wanted.player AND refusal_place IS NOT NULL) AS newest
            WHERE newest.place IS NOT NULL
            """,
            values: [.integers(Array(players))])
        return Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    /// Deletes each player's refusals but the newest.
    ///
    /// - Parameter places: the number of each player's newest refusal.
    static func forgetOld(of places: [Int64: Int64], in pipeline: inout PostgresPipeline) {
        let old = places.mapValues { $0 - Int64(RefusedOrders.kept) }.filter { $0.value > 0 }
        guard !old.isEmpty else { return }
        pipeline.add(
            """
            DELETE FROM purchase USING unnest($1::bigint[], $2::bigint[]) AS old (player, place)
            WHERE purchase.player = old.player AND refusal_place <= old.place
            """,
            [PostgresValue.integers(Array(old.keys)), PostgresValue.integers(Array(old.values))])
    }
}
