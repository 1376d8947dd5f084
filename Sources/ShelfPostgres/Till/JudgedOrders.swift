import ShelfDatabase
import ShelfModel

/// Stores what a book has judged, with one statement for each table, in one round trip.
extension PurchaseBook {
    /// - Parameters:
    ///   - orders: the judged orders by their ids.
    ///   - knownCards: the numbers of cards that are stored already.
    func write(
        _ orders: [OrderID: PurchaseOrder], knownCards: [[UInt8]: Int64], to session: PostgresSession
    ) throws {
        guard !judged.isEmpty else { return }
        let cards = try CardRows.enter(
            Set(judged.compactMap { orders[$0.order.id]?.terms.card }), known: knownCards, in: session)
        let places = try refusalPlaces(in: session)
        var pipeline = PostgresPipeline()
        insertOrders(
            judged.map { new in (new, orders[new.order.id].flatMap { cards[$0.terms.card] }) }, places, in: &pipeline)
        let sold = judged.compactMap { $0.verdict.isSold ? orders[$0.order.id] : nil }
        writeEntries(of: judged.filter { $0.verdict.isSold && $0.order.offered > 0 }, to: &pipeline)
        let wallets = Set(sold.filter { $0.terms.price > 0 }.map(\.wallet))
        let changed = pipeline.add(changingBalances(of: wallets))
        writeOwned(Dictionary(sold.map { ($0.ownership, cards[$0.terms.card]) }) { $1 }, to: &pipeline)
        writeCounts(of: sold, to: &pipeline)
        guard try session.run(pipeline).value(at: changed) == wallets.count else { throw RowMissing(table: "wallet") }
    }

    /// The places of the refused orders among those of their players, and each player's newest place.
    private struct RefusalPlaces {
        var newest: [Int64: Int64]
        var orders: [OrderID: Int64] = [:]
    }

    private func refusalPlaces(in session: PostgresSession) throws -> RefusalPlaces {
        let refused = judged.filter { !$0.verdict.isSold }.map(\.order.id)
        var places = RefusalPlaces(newest: try Refusals.last(of: Set(refused.map(\.player)), in: session))
        for id in refused {
            places.newest[id.player, default: 0] += 1
            places.orders[id] = places.newest[id.player]
        }
        return places
    }

    private func insertOrders(
        _ orders: [(SettledOrder, card: Int64?)], _ places: RefusalPlaces, in pipeline: inout PostgresPipeline
    ) {
        let listings = orders.map(\.0.order.listing)
        pipeline.add(
            """
            INSERT INTO purchase (id, player, key, at_ms, store, chain, slot, position, revision, item, currency,
                offered, refusal, number, card, refusal_place)
            SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bytea[],
                $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::bigint[], $13::text[],
                $14::bigint[], $15::bigint[], $16::bigint[])
            """,
            [
                PostgresValue.integers(orders.map(\.0.id)),
                PostgresValue.integers(orders.map(\.0.order.id.player)),
                PostgresValue.texts(orders.map(\.0.order.id.key)),
                PostgresValue.integers(orders.map(\.0.order.at.milliseconds)),
                PostgresValue.texts(listings.map(\.store)), PostgresValue.byteStrings(listings.map(\.chain)),
                PostgresValue.integers(listings.map { Int64($0.slot) }),
                PostgresValue.integers(listings.map { Int64($0.position) }),
                PostgresValue.integers(listings.map { Int64($0.revision) }),
                PostgresValue.texts(orders.map(\.0.order.item)),
                PostgresValue.texts(orders.map(\.0.order.currency)),
                PostgresValue.integers(orders.map(\.0.order.offered)),
                PostgresValue.texts(orders.map(\.0.verdict.refusal?.rawValue)),
                PostgresValue.integers(orders.map(\.0.verdict.copy)), PostgresValue.integers(orders.map(\.card)),
                PostgresValue.integers(orders.map { places.orders[$0.0.order.id] }),
            ])
        Refusals.forgetOld(of: places.newest, in: &pipeline)
    }

    private func writeEntries(of sold: [SettledOrder], to pipeline: inout PostgresPipeline) {
        guard !sold.isEmpty else { return }
        pipeline.add(
            """
            INSERT INTO entry (at_ms, player, currency, amount, counterpart, reason, "by", key, purchase)
            SELECT at_ms, player, currency, amount, $6, 'purchase', 'player', key, purchase
            FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $7::bigint[])
                AS new (at_ms, player, currency, amount, key, purchase)
            """,
            [
                PostgresValue.integers(sold.map(\.order.at.milliseconds)),
                PostgresValue.integers(sold.map(\.order.id.player)), PostgresValue.texts(sold.map(\.order.currency)),
                PostgresValue.integers(sold.map { -$0.order.offered }), PostgresValue.texts(sold.map(\.order.id.key)),
                JournalEntry.Counterpart.sales.rawValue, PostgresValue.integers(sold.map(\.id)),
            ])
    }

    /// How many wallets are there to be changed.
    private func changingBalances(of wallets: Set<Wallet>) -> PostgresQuery<Int> {
        let wallets = Array(wallets)
        return PostgresQuery(
            """
            UPDATE wallet SET balance = new.balance
            FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS new (player, currency, balance)
            WHERE wallet.player = new.player AND wallet.currency = new.currency
            """,
            [
                PostgresValue.integers(wallets.map(\.player)), PostgresValue.texts(wallets.map(\.currency)),
                PostgresValue.integers(wallets.map { balances[$0, default: 0] }),
            ],
            read: \.changes)
    }

    /// - Parameter cards: the card of the newest purchase of each.
    private func writeOwned(_ cards: [Ownership: Int64?], to pipeline: inout PostgresPipeline) {
        guard !cards.isEmpty else { return }
        let ownerships = Array(cards.keys)
        pipeline.add(
            """
            INSERT INTO owned SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[])
            ON CONFLICT (player, item) DO UPDATE SET count = excluded.count, card = excluded.card
            """,
            [
                PostgresValue.integers(ownerships.map(\.player)), PostgresValue.texts(ownerships.map(\.item)),
                PostgresValue.integers(ownerships.map { owned[$0, default: 0] }),
                PostgresValue.integers(ownerships.map { cards[$0] ?? nil }),
            ])
    }

    private func writeCounts(of sold: [PurchaseOrder], to pipeline: inout PostgresPipeline) {
        let items = Array(Set(sold.filter { $0.terms.edition != nil }.map(\.terms.item)))
        if !items.isEmpty {
            pipeline.add(
                """
                UPDATE edition SET sold = new.sold FROM unnest($1::text[], $2::bigint[]) AS new (item, sold)
                WHERE edition.item = new.item
                """,
                [PostgresValue.texts(items), PostgresValue.integers(items.map { editionsSold[$0, default: 0] })])
        }
        let listings = Array(Set(sold.filter { $0.terms.stock != nil }.map(\.listing)))
        if !listings.isEmpty {
            pipeline.add(
                """
                UPDATE stock SET sold = new.sold
                FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
                    AS new (store, chain, slot, position, revision, sold)
                WHERE (stock.chain, stock.slot, stock.position, stock.revision, stock.store)
                    = (new.chain, new.slot, new.position, new.revision, new.store)
                """,
                ListingNames(listings).arguments
                    + [PostgresValue.integers(listings.map { stockSold[$0, default: 0] })])
        }
        let counted = Array(Set(sold.flatMap(\.tallies)))
        guard !counted.isEmpty else { return }
        pipeline.add(
            """
            INSERT INTO tally SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[])
            ON CONFLICT (player, what) DO UPDATE SET count = excluded.count
            """,
            [
                PostgresValue.integers(counted.map(\.player)), PostgresValue.texts(counted.map(\.what)),
                PostgresValue.integers(counted.map { tallies[$0, default: 0] }),
            ])
    }
}

extension PurchaseVerdict {
    var isSold: Bool {
        if case .sold = self { true } else { false }
    }

    fileprivate var refusal: PurchaseRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }

    /// The number of the copy that was sold, of a limited edition.
    fileprivate var copy: Int64? {
        if case .sold(let number) = self { number } else { nil }
    }
}
