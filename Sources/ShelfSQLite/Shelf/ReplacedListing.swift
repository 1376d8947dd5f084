import ShelfModel
import ShelfSQL

extension ListingChange {
    /// Whether the listing of this name shows another card by now.
    ///
    /// Its start is its slot in its chain.
    static func replaces(_ name: ListingName, in session: SQLiteSession) throws -> Bool {
        try session.value(
            """
            SELECT EXISTS (
                SELECT 1 FROM listing WHERE store = $1 AND position = $4 AND revision > $5
                    AND start_ms = (SELECT epoch_ms + 1000 * $3 FROM chain WHERE id = $2))
            """,
            [name.store, name.chain, name.slot, name.position, name.revision]) ?? false
    }
}
