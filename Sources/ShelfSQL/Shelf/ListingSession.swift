package import ShelfDatabase
package import ShelfModel
package import ShelfVault

/// What each database does with listings in its own way, because a start reads hundreds of thousands of them, and a
/// minute of a thousand stores writes as many.
package protocol ListingSession: SQLSession {
    func listings(of store: String, endingAfter instant: Instant) throws -> [StoredListing]

    /// Without the sealed cards, where the cards themselves are stored.
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
            [
                revision, session.seals.seal(listing.item, for: itemColumn(of: store)), kept(by: session.seals), sealed,
                store, start, position, revision - 1,
            ])
        return changed == 1
    }

    package func itemColumn(of store: String) -> SealedColumn {
        Self.itemColumn(of: store, start, position, revision)
    }

    package static func itemColumn(
        of store: String, _ start: Instant, _ position: Int, _ revision: Int
    ) -> SealedColumn {
        SealedColumn(
            "listing", "item",
            key: [
                .text(store), .integer(start.milliseconds), .integer(Int64(position)), .integer(Int64(revision)),
            ], at: start)
    }

    /// The card as it is stored: none where the database is sealed, since the card stands sealed beside it already.
    package func kept(by seals: ColumnSeals) -> [UInt8] { seals.isSealing ? [] : card }
}
