import ShelfModel
import ShelfSQL

extension SettledOrder {
    /// Finds those of some orders that were settled before: `$1` are their players, `$2` their keys.
    ///
    /// A key is asked for as a range that holds nothing else, in order, because only the index by player and key answers
    /// that. Asked for by equality, PostgreSQL takes another index of the player while the table has no statistics yet,
    /// and reads all that the player has bought for each order.
    package static let lookup = """
        SELECT settled.* FROM unnest($1::bigint[], $2::text[]) AS wanted (player, key)
        CROSS JOIN LATERAL (
            SELECT * FROM purchase
            WHERE purchase.player = wanted.player AND purchase.key BETWEEN wanted.key AND wanted.key
            ORDER BY purchase.key LIMIT 1
        ) AS settled
        """

    static func finding(_ ids: Set<OrderID>) -> PostgresQuery<[OrderID: SettledOrder]> {
        let ids = Array(ids)
        return PostgresQuery(
            lookup, [PostgresValue.integers(ids.map(\.player)), PostgresValue.texts(ids.map(\.key))]
        ) { result in
            Dictionary(try result.rows.map(SettledOrder.init(row:)).map { ($0.order.id, $0) }) { $1 }
        }
    }
}
