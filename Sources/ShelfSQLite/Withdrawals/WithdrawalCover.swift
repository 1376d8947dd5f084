import ShelfModel
import ShelfSQL

extension Withdrawal {
    /// Whether the listing or the offer of this name is withdrawn by it.
    static func covers(_ name: ListingName, in session: SQLiteSession) throws -> Bool {
        try session.value(
            """
            SELECT EXISTS (
                SELECT 1 FROM withdrawal
                WHERE chain = $1 AND slot = $2 AND position = $3 AND revision = $4 AND store = $5)
            """,
            [name.chain, name.slot, name.position, name.revision, name.store]) ?? false
    }

    /// Whether the listing that an order is judged by is withdrawn.
    ///
    /// The withdrawal of an item ends an offer of several listings for good, so what counts is the offer's start; that of
    /// a store doesn't, so there it is the listing's.
    ///
    /// A listing's start is its slot in its chain. Without its chain, which is kept for a day, a lifted withdrawal still holds.
    static func covers(_ order: PurchaseOrder, in session: SQLiteSession) throws -> Bool {
        let name = order.shown
        return try session.value(
            """
            SELECT EXISTS (
                SELECT 1 FROM withdrawal
                WHERE chain = $1 AND slot = $2 AND position = $3 AND revision = $4 AND store = $5)
            OR EXISTS (
                SELECT 1 FROM withdrawal WHERE item = $6 AND (store IS NULL OR store = $5)
                    AND (until_ms IS NULL OR until_ms > COALESCE(
                        $7, (SELECT epoch_ms + 1000 * $2 FROM chain WHERE id = $1), 0)))
            OR EXISTS (
                SELECT 1 FROM withdrawal WHERE item IS NULL AND chain IS NULL AND store = $5
                    AND (until_ms IS NULL OR until_ms > COALESCE(
                        (SELECT epoch_ms + 1000 * $2 FROM chain WHERE id = $1), 0)))
            """,
            [
                name.chain, name.slot, name.position, name.revision, name.store, order.terms.item,
                order.counted.offerStart,
            ]) ?? false
    }
}
