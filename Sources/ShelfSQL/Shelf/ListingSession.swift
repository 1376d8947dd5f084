package import ShelfDatabase
package import ShelfModel

/// What each database does with listings in its own way, because a start reads hundreds of thousands of them, and a
/// minute of a thousand stores writes as many.
package protocol ListingSession: SQLSession {
    func listings(of store: String, endingAfter instant: Instant) throws -> [StoredListing]

    /// Without the sealed cards.
    func listings(of store: String, touching span: Range<Instant>) throws -> [StoredListing]

    func pastListings(of store: String, endingAfter instant: Instant, notAfter last: Instant) throws -> [Listing]

    func insert(_ listings: [StoredListing], of store: String) throws
}

extension StoredListing {
    /// Takes the place of the listing with the revision before this one.
    ///
    /// - Returns: whether that one was there.
    func revise(store: String, in session: some SQLSession) throws -> Bool {
        let changed = try session.run(
            """
            UPDATE listing SET revision = $1, item = $2, card = $3, sealed = $4
            WHERE store = $5 AND start_ms = $6 AND position = $7 AND revision = $8
            """,
            [revision, listing.item, card, sealed, store, start, position, revision - 1])
        return changed == 1
    }
}
