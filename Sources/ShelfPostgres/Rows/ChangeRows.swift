import ShelfDatabase
import ShelfModel

extension ChangeOrder {
    /// - Throws: what undoes the whole change when a listing isn't as it was.
    func change(
        to listings: [StoredListing], after head: WindowHead, isInTime: () -> Bool, in session: PostgresSession
    ) throws -> ChangeAnswer {
        try StoredStore.lock(store, in: session)
        if let earlier = try ListingChange.find(by: by, key: key, in: session) {
            let isSame = (earlier.order.store, earlier.order.kind, earlier.order.reason) == (store, kind, reason)
            return isSame ? .changed(earlier, isReplay: true) : .keyReused
        }
        guard try WindowHead.newest(of: store, in: session) == head else { return .outdated }
        guard isInTime() else { return .tooLate }
        let change = ListingChange(number: head.changes + 1, order: self, listings: listings.count)
        var isWhole = true
        try session.savepoint {
            for listing in listings where isWhole { isWhole = try listing.revise(store: store, in: session) }
            try change.insert(into: session)
            return isWhole
        }
        return isWhole ? .changed(change, isReplay: false) : .outdated
    }
}

extension ListingChange {
    static func count(of store: String, in session: PostgresSession) throws -> Int64 {
        return try session.value(
            "SELECT COALESCE(MAX(number), 0) FROM listing_change WHERE store = $1",
            [store]) ?? 0
    }

    static func find(by: String, key: String, in session: PostgresSession) throws -> ListingChange? {
        try session.row(
            #"SELECT * FROM listing_change WHERE "by" = $1 AND key = $2"#, [by, key]
        ).map(ListingChange.init(row:))
    }

    static func redraws(of store: String, in session: PostgresSession) throws -> [Redraw] {
        try session.rows(
            "SELECT number, from_ms FROM listing_change WHERE store = $1 AND from_ms IS NOT NULL ORDER BY number",
            [store]
        ).map { Redraw(number: $0["number"], from: $0["from_ms"]) }
    }

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

    fileprivate func insert(into session: PostgresSession) throws {
        var (position, start, item, from): (Int?, Instant?, Item.ID?, Instant?)
        switch order.kind {
        case .replacement(let place, let begin, let other): (position, start, item) = (place, begin, other)
        case .redraw(let begin): from = begin
        }
        try session.run(
            "INSERT INTO listing_change VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            [
                order.store, number, position, start, item, from, listings, order.reason, order.by, order.key,
                order.at,
            ])
    }

    private init(row: PostgresRow) {
        let item = row["item"] as Item.ID?
        self.init(
            number: row["number"],
            order: ChangeOrder(
                store: row["store"],
                kind: item.map { .replacement(position: row["position"], start: row["start_ms"], item: $0) }
                    ?? .redraw(from: row["from_ms"]),
                reason: row["reason"], by: row["by"], key: row["key"], at: row["at_ms"]),
            listings: row["listings"])
    }
}
