import ShelfDatabase
import ShelfModel

extension WithdrawalOrder {
    func withdraw(in session: PostgresSession) throws -> WithdrawalAnswer {
        if let earlier = try Withdrawal.find(by: by, key: key, in: session) {
            let isSame = (earlier.order.goods, earlier.order.reason) == (goods, reason)
            return isSame ? .withdrawn(earlier, isReplay: true) : .keyReused
        }
        guard try Withdrawal.find(liftedBy: by, key: key, in: session) == nil else { return .keyReused }
        switch goods {
        case .item(let item, let store): return try insert(store: store, item: item, into: session)
        case .store(let store): return try insert(store: store, item: nil, into: session)
        case .listing(let store, let position, let start):
            let row = try session.row(
                """
                SELECT chain, slot, revision, seconds FROM listing
                WHERE store = $1 AND start_ms = $2 AND position = $3 ORDER BY revision DESC LIMIT 1
                """, [store, start, position])
            guard let row else { return .noSuchListing }
            let name = ListingName(
                store: store, chain: row["chain"], slot: row["slot"], position: position,
                revision: row["revision"])
            return try insert(name, start: start, end: start + .seconds(row["seconds"] as Int), into: session)
        }
    }

    private func insert(store: String?, item: Item.ID?, into session: PostgresSession) throws -> WithdrawalAnswer {
        let number: Int64? = try session.value(
            """
            INSERT INTO withdrawal (store, item, reason, "by", key, at_ms) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
            """,
            [store, item, reason, by, key, at])
        let new = Withdrawal(number: number ?? 0, order: self, listing: nil)
        return .withdrawn(new, isReplay: false)
    }

    private func insert(
        _ name: ListingName, start: Instant, end: Instant, into session: PostgresSession
    ) throws -> WithdrawalAnswer {
        let number: Int64? = try session.value(
            """
            INSERT INTO withdrawal
                (store, chain, slot, position, revision, start_ms, end_ms, reason, "by", key, at_ms)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id
            """,
            [
                name.store, name.chain, name.slot, name.position, name.revision, start,
                end, reason, by, key, at,
            ])
        let new = Withdrawal(number: number ?? 0, order: self, listing: name)
        return .withdrawn(new, isReplay: false)
    }
}

extension LiftOrder {
    func lift(in session: PostgresSession) throws -> WithdrawalAnswer {
        if let earlier = try Withdrawal.find(liftedBy: by, key: key, in: session) {
            let isSame = (earlier.number, earlier.lift?.reason) == (withdrawal, reason)
            return isSame ? .withdrawn(earlier, isReplay: true) : .keyReused
        }
        guard try Withdrawal.find(by: by, key: key, in: session) == nil else { return .keyReused }
        let changed = try session.run(
            """
            UPDATE withdrawal SET until_ms = $1, lift_reason = $2, lift_by = $3, lift_key = $4, lifted_at_ms = $5
            WHERE id = $6 AND chain IS NULL AND until_ms IS NULL
            """,
            [until, reason, by, key, at, withdrawal])
        guard changed > 0,
            let lifted = try Withdrawal.find(liftedBy: by, key: key, in: session)
        else { return .notLiftable }
        return .withdrawn(lifted, isReplay: false)
    }
}

extension Withdrawal {
    /// Those of the listings that are withdrawn. A listing's start is its slot in its chain. Without its chain, which is
    /// kept for a day, a lifted withdrawal still holds.
    ///
    /// - Parameter items: what each listing shows.
    static func covering(_ items: [ListingName: Item.ID]) -> PostgresQuery<[ListingName]> {
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
                    AND (w.until_ms IS NULL OR w.until_ms > wanted.start_ms))
            OR EXISTS (
                SELECT 1 FROM withdrawal AS w
                WHERE w.item IS NULL AND w.chain IS NULL AND w.store = wanted.store
                    AND (w.until_ms IS NULL OR w.until_ms > wanted.start_ms))
            """,
            ListingNames(names).arguments + [PostgresValue.texts(names.map { items[$0] })]
        ) { result in result.rows.map { names[$0[0] as Int] } }
    }

    fileprivate static func find(by: String, key: String, in session: PostgresSession) throws -> Withdrawal? {
        try session.row(
            #"SELECT * FROM withdrawal WHERE "by" = $1 AND key = $2"#, [by, key]
        ).map(Withdrawal.init(row:))
    }

    fileprivate static func find(liftedBy: String, key: String, in session: PostgresSession) throws -> Withdrawal? {
        try session.row(
            "SELECT * FROM withdrawal WHERE lift_by = $1 AND lift_key = $2", [liftedBy, key]
        ).map(Withdrawal.init(row:))
    }

    init(row: PostgresRow) {
        let name = Self.listing(row)
        self.init(
            number: row["id"],
            order: WithdrawalOrder(
                goods: Self.goods(row, name), reason: row["reason"], by: row["by"], key: row["key"],
                at: row["at_ms"]),
            listing: name, lift: Self.lift(row))
    }

    private static func lift(_ row: PostgresRow) -> LiftOrder? {
        (row["lift_key"] as String?).map {
            LiftOrder(
                withdrawal: row["id"], reason: row["lift_reason"], by: row["lift_by"], key: $0,
                at: row["lifted_at_ms"])
        }
    }

    private static func listing(_ row: PostgresRow) -> ListingName? {
        (row["chain"] as [UInt8]?).map {
            ListingName(
                store: row["store"], chain: $0, slot: row["slot"], position: row["position"], revision: row["revision"])
        }
    }

    private static func goods(_ row: PostgresRow, _ name: ListingName?) -> WithdrawalOrder.Goods {
        if let name { return .listing(store: name.store, position: name.position, start: row["start_ms"]) }
        if let item = row["item"] as String? { return .item(item, store: row["store"]) }
        return .store(row["store"])
    }
}
