import ShelfModel
import ShelfSQL

extension ContentBasis {
    /// From when on another version is in force than each of these; a version that none follows is missing.
    static func overtaking(_ versions: Set<Int64>) -> PostgresQuery<[Int64: Instant]> {
        PostgresQuery(
            """
            SELECT basis.number, later.from_ms FROM content_version AS basis
            CROSS JOIN LATERAL (
                SELECT from_ms FROM content_version AS later
                WHERE (later.from_ms, later.number) > (basis.from_ms, basis.number) AND later.cancelled_at_ms IS NULL
                ORDER BY later.from_ms, later.number LIMIT 1
            ) AS later
            WHERE basis.number = ANY($1)
            """, [PostgresValue.integers(Array(versions))]
        ) { result in
            Dictionary(result.rows.map { ($0[0], $0[1]) }) { first, _ in first }
        }
    }
}
