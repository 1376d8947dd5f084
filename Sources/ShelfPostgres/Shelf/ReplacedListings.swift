import ShelfModel
import ShelfSQL

extension ListingChange {
    /// Those of the listings that show another card by now. A listing's start is its slot in its chain.
    static func replacing(_ names: [ListingName]) -> PostgresQuery<[ListingName]> {
        PostgresQuery(
            """
            SELECT wanted.place - 1 FROM \(ListingNames.inOrder) JOIN chain ON chain.id = wanted.chain
            WHERE EXISTS (
                SELECT 1 FROM listing
                WHERE listing.store = wanted.store AND listing.position = wanted.position
                    AND listing.revision > wanted.revision
                    AND listing.start_ms = chain.epoch_ms + 1000 * wanted.slot)
            """,
            ListingNames(names).arguments
        ) { result in result.rows.map { names[$0[0] as Int] } }
    }
}
