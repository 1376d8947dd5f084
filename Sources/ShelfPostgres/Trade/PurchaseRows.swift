import ShelfModel
import ShelfSQL

extension SettledOrder {
    /// Finds those of some orders that were settled before.
    static func finding(_ ids: Set<OrderID>) -> PostgresQuery<[OrderID: SettledOrder]> {
        let ids = Array(ids)
        return PostgresQuery(
            """
            SELECT settled.* FROM unnest($1::bigint[], $2::text[]) AS wanted (player, key)
            CROSS JOIN LATERAL (
                SELECT * FROM purchase WHERE purchase.player = wanted.player AND purchase.key = wanted.key LIMIT 1
            ) AS settled
            """,
            [PostgresValue.integers(ids.map(\.player)), PostgresValue.texts(ids.map(\.key))]
        ) { result in
            Dictionary(try result.rows.map(SettledOrder.init(row:)).map { ($0.order.id, $0) }) { $1 }
        }
    }
}
