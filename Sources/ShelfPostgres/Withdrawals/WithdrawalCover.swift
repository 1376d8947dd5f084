import ShelfModel
import ShelfSQL

extension Withdrawal {
    /// Those of the listings or offers that are withdrawn by their names.
    static func naming(_ names: Set<ListingName>) -> PostgresQuery<[ListingName]> {
        let names = Array(names)
        return PostgresQuery(
            """
            SELECT wanted.place - 1 FROM \(ListingNames.inOrder) WHERE EXISTS (
                SELECT 1 FROM withdrawal AS w
                WHERE w.chain = wanted.chain AND w.slot = wanted.slot AND w.position = wanted.position
                    AND w.revision = wanted.revision AND w.store = wanted.store)
            """,
            ListingNames(names).arguments
        ) { result in result.rows.map { names[$0[0] as Int] } }
    }

    /// Those of the listings that are withdrawn. A listing's start is its slot in its chain. Without its chain, which
    /// is kept for a day, a lifted withdrawal still holds.
    ///
    /// The withdrawal of an item ends an offer of several listings for good, so what counts is the offer's start; that of
    /// a store doesn't, so there it is the listing's.
    ///
    /// - Parameter items: what each listing shows, and since when the offer of several does that it is a part of.
    static func covering(_ items: [ListingName: (item: Item.ID, offer: Instant?)]) -> PostgresQuery<[ListingName]> {
        let names = Array(items.keys)
        return PostgresQuery(
            """
            WITH wanted AS (
                SELECT wanted.*, COALESCE(chain.epoch_ms + 1000 * slot, 0) AS start_ms FROM \(ListingNames.withItems)
                LEFT JOIN chain ON chain.id = wanted.chain)
            SELECT place - 1 FROM wanted WHERE EXISTS (
                SELECT 1 FROM withdrawal AS w
                WHERE w.chain = wanted.chain AND w.slot = wanted.slot AND w.position = wanted.position
                    AND w.revision = wanted.revision AND w.store = wanted.store)
            OR EXISTS (
                SELECT 1 FROM withdrawal AS w
                WHERE w.item = wanted.item AND (w.store IS NULL OR w.store = wanted.store)
                    AND (w.until_ms IS NULL OR w.until_ms > COALESCE(wanted.offer_ms, wanted.start_ms)))
            OR EXISTS (
                SELECT 1 FROM withdrawal AS w
                WHERE w.item IS NULL AND w.chain IS NULL AND w.store = wanted.store
                    AND (w.until_ms IS NULL OR w.until_ms > wanted.start_ms))
            """,
            ListingNames(names).arguments + [
                PostgresValue.texts(names.map { items[$0]?.item }),
                PostgresValue.integers(names.map { items[$0]?.offer?.milliseconds }),
            ]
        ) { result in result.rows.map { names[$0[0] as Int] } }
    }
}
