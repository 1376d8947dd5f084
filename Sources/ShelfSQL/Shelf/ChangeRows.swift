import ShelfDatabase
import ShelfModel
import ShelfVault

extension ChangeOrder {
    func change(
        to listings: [StoredListing], after head: WindowHead, isInTime: () -> Bool, in session: some ListingSession
    ) throws -> ChangeAnswer {
        try session.lock(.store(store))
        let facts = ChangeFacts(
            earlier: try ListingChange.find(by: by, key: key, in: session),
            head: try WindowHead.newest(of: store, in: session))
        switch facts.judge(self, after: head, listings: listings.count, isInTime: isInTime) {
        case .answered(let answer): return answer
        case .entered(let change):
            var isWhole = true
            try session.savepoint {
                try session.insert(listings.filter { $0.revision == 0 }, of: store)
                for listing in listings where isWhole && listing.revision > 0 {
                    isWhole = try listing.revise(store: store, in: session)
                }
                try change.insert(into: session)
                return isWhole
            }
            return isWhole ? .changed(change, isReplay: false) : .outdated
        }
    }
}

extension ListingChange {
    static func count(of store: String, in session: some SQLSession) throws -> Int64 {
        try session.value("SELECT COALESCE(MAX(number), 0) FROM listing_change WHERE store = $1", [store]) ?? 0
    }

    static func find(by: String, key: String, in session: some SQLSession) throws -> ListingChange? {
        try session.row(#"SELECT * FROM listing_change WHERE "by" = $1 AND key = $2"#, [by, key])
            .map { try ListingChange(row: $0, session.seals) }
    }

    static func redraws(of store: String, in session: some SQLSession) throws -> [Redraw] {
        try session.rows(
            "SELECT number, from_ms FROM listing_change WHERE store = $1 AND from_ms IS NOT NULL ORDER BY number",
            [store]
        ).map { Redraw(number: $0["number"], from: $0["from_ms"]) }
    }

    fileprivate func insert(into session: some SQLSession) throws {
        var (position, start, item, from): (Int?, Instant?, Item.ID?, Instant?)
        switch order.kind {
        case .replacement(let place, let begin, let other): (position, start, item) = (place, begin, other)
        case .redraw(let begin): from = begin
        }
        try session.run(
            "INSERT INTO listing_change VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            [
                order.store, number, position, start, item.map { try session.seals.seal($0, for: itemColumn) }, from,
                listings, session.seals.seal(order.reason, for: reasonColumn), order.by, order.key, order.at,
            ])
    }

    private init(row: some SQLRow, _ seals: ColumnSeals) throws {
        let (store, number, at) = (row["store"] as String, row["number"] as Int64, row["at_ms"] as Instant)
        let item = try (row["item"] as Item.ID?).map {
            try seals.open($0, of: Self.itemColumn(store, number, at))
        }
        self.init(
            number: number,
            order: ChangeOrder(
                store: store,
                kind: item.map { .replacement(position: row["position"], start: row["start_ms"], item: $0) }
                    ?? .redraw(from: row["from_ms"]),
                reason: try seals.open(row["reason"], of: Self.reasonColumn(store, number, at)), by: row["by"],
                key: row["key"], at: at),
            listings: row["listings"])
    }

    private var itemColumn: SealedColumn { Self.itemColumn(order.store, number, order.at) }
    private var reasonColumn: SealedColumn { Self.reasonColumn(order.store, number, order.at) }

    private static func itemColumn(_ store: String, _ number: Int64, _ at: Instant) -> SealedColumn {
        SealedColumn("listing_change", "item", key: [.text(store), .integer(number)], at: at)
    }

    private static func reasonColumn(_ store: String, _ number: Int64, _ at: Instant) -> SealedColumn {
        SealedColumn("listing_change", "reason", key: [.text(store), .integer(number)], at: at)
    }
}
