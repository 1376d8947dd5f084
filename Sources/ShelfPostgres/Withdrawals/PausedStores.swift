import ShelfModel
import ShelfSQL

extension StorePause {
    /// Those of the stores that are paused.
    static func pausing(_ stores: Set<String>) -> PostgresQuery<Set<String>> {
        PostgresQuery(
            """
            SELECT wanted.store FROM unnest($1::text[]) AS wanted (store) WHERE (
                SELECT paused FROM store_pause WHERE store_pause.store = wanted.store ORDER BY number DESC LIMIT 1
            ) = 1
            """, [PostgresValue.texts(Array(stores))]
        ) { Set($0.rows.map { $0[0] as String }) }
    }
}
