import ShelfDatabase
import ShelfModel

extension WithdrawalOrder {
    func withdraw(in session: some SQLSession) throws -> WithdrawalAnswer {
        let drawn = try self.drawn(in: session)
        let facts = WithdrawalFacts(
            earlier: try Withdrawal.find(by: by, key: key, in: session),
            isKeyOfLift: try Withdrawal.find(liftedBy: by, key: key, in: session) != nil,
            inForce: try inForce(drawn, in: session), drawn: drawn)
        switch facts.judge(self) {
        case .answered(let answer): return answer
        case .entered(let new): return .withdrawn(try new.insert(into: session), isReplay: false)
        }
    }

    /// The withdrawal of the same that isn't lifted.
    ///
    /// - Parameter drawn: the newest revision of the listing that is named.
    private func inForce(_ drawn: WithdrawalFacts.Drawn?, in session: some SQLSession) throws -> Withdrawal? {
        switch goods {
        case .listing(let store, let position, _):
            guard let drawn else { return nil }
            return try Withdrawal.find(
                ListingName(
                    store: store, chain: drawn.chain, slot: drawn.slot, position: position, revision: drawn.revision),
                in: session)
        case .offer(let store, let position, let span):
            return try Withdrawal.find(
                ListingName(offerOf: store, position: position, start: span.lowerBound), in: session)
        case .item(let item, let store): return try Withdrawal.find(item: item, store: store ?? "", in: session)
        case .store(let store): return try Withdrawal.find(item: "", store: store, in: session)
        }
    }

    /// The newest revision of the listing that is named.
    private func drawn(in session: some SQLSession) throws -> WithdrawalFacts.Drawn? {
        guard case .listing(let store, let position, let start) = goods else { return nil }
        return try session.row(
            """
            SELECT chain, slot, revision, seconds FROM listing
            WHERE store = $1 AND start_ms = $2 AND position = $3 ORDER BY revision DESC LIMIT 1
            """, [store, start, position]
        ).map {
            WithdrawalFacts.Drawn(
                chain: $0["chain"], slot: $0["slot"], revision: $0["revision"], seconds: $0["seconds"])
        }
    }
}

extension NewWithdrawal {
    fileprivate func insert(into session: some SQLSession) throws -> Withdrawal {
        let number: Int64? = try session.value(
            """
            INSERT INTO withdrawal
                (store, item, chain, slot, position, revision, start_ms, end_ms, reason, "by", key, at_ms)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id
            """,
            [
                store, item, listing?.chain, listing?.slot, listing?.position, listing?.revision, start, end,
                order.reason, order.by, order.key, order.at,
            ])
        guard let number else { throw RowMissing(table: "withdrawal") }
        return numbered(number)
    }
}

extension LiftOrder {
    func lift(in session: some SQLSession) throws -> WithdrawalAnswer {
        let facts = LiftFacts(
            earlier: try Withdrawal.find(liftedBy: by, key: key, in: session),
            isKeyOfWithdrawal: try Withdrawal.find(by: by, key: key, in: session) != nil,
            withdrawal: try Withdrawal.find(withdrawal, in: session))
        switch facts.judge(self) {
        case .answered(let answer): return answer
        case .entered(let lifted):
            try session.change(
                "withdrawal",
                """
                UPDATE withdrawal SET until_ms = $1, lift_reason = $2, lift_by = $3, lift_key = $4, lifted_at_ms = $5
                WHERE id = $6
                """,
                [until, reason, by, key, at, withdrawal])
            return .withdrawn(lifted, isReplay: false)
        }
    }
}

extension Withdrawal {
    fileprivate static func find(_ number: Int64, in session: some SQLSession) throws -> Withdrawal? {
        try session.row("SELECT * FROM withdrawal WHERE id = $1", [number]).map { Withdrawal(row: $0) }
    }

    fileprivate static func find(_ name: ListingName, in session: some SQLSession) throws -> Withdrawal? {
        try session.row(
            """
            SELECT * FROM withdrawal
            WHERE chain = $1 AND slot = $2 AND position = $3 AND revision = $4 AND store = $5 ORDER BY id LIMIT 1
            """, [name.chain, name.slot, name.position, name.revision, name.store]
        ).map { Withdrawal(row: $0) }
    }

    /// Finds the withdrawal of an item or a store that isn't lifted. There is one at most (`withdrawn_once`).
    ///
    /// - Parameters:
    ///   - item: empty for a whole store.
    ///   - store: empty for an item in all stores.
    fileprivate static func find(item: Item.ID, store: String, in session: some SQLSession) throws -> Withdrawal? {
        try session.row(
            """
            SELECT * FROM withdrawal WHERE COALESCE(store, '') = $1 AND COALESCE(item, '') = $2
                AND chain IS NULL AND until_ms IS NULL
            """, [store, item]
        ).map { Withdrawal(row: $0) }
    }

    fileprivate static func find(by: String, key: String, in session: some SQLSession) throws -> Withdrawal? {
        try session.row(#"SELECT * FROM withdrawal WHERE "by" = $1 AND key = $2"#, [by, key])
            .map { Withdrawal(row: $0) }
    }

    fileprivate static func find(liftedBy: String, key: String, in session: some SQLSession) throws -> Withdrawal? {
        try session.row("SELECT * FROM withdrawal WHERE lift_by = $1 AND lift_key = $2", [liftedBy, key])
            .map { Withdrawal(row: $0) }
    }

    init(row: some SQLRow) {
        let name = Self.listing(row)
        self.init(
            number: row["id"],
            order: WithdrawalOrder(
                goods: Self.goods(row, name), reason: row["reason"], by: row["by"], key: row["key"],
                at: row["at_ms"]),
            listing: name, lift: Self.lift(row))
    }

    private static func lift(_ row: some SQLRow) -> LiftOrder? {
        (row["lift_key"] as String?).map {
            LiftOrder(
                withdrawal: row["id"], reason: row["lift_reason"], by: row["lift_by"], key: $0,
                at: row["lifted_at_ms"])
        }
    }

    private static func listing(_ row: some SQLRow) -> ListingName? {
        (row["chain"] as [UInt8]?).map {
            ListingName(
                store: row["store"], chain: $0, slot: row["slot"], position: row["position"], revision: row["revision"])
        }
    }

    private static func goods(_ row: some SQLRow, _ name: ListingName?) -> WithdrawalOrder.Goods {
        if let name {
            let start: Instant = row["start_ms"]
            guard name.isOffer else { return .listing(store: name.store, position: name.position, start: start) }
            return .offer(store: name.store, position: name.position, span: start..<row["end_ms"])
        }
        if let item = row["item"] as String? { return .item(item, store: row["store"]) }
        return .store(row["store"])
    }
}
