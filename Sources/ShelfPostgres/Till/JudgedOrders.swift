import ShelfDatabase
import ShelfModel

/// Stores what a book has judged, with one statement for each table.
extension PurchaseBook {
    /// - Parameter orders: the judged orders by their ids.
    func write(_ orders: [OrderID: PurchaseOrder], to session: PostgresSession) throws {
        guard !judged.isEmpty else { return }
        let cards = try CardRows.enter(Set(judged.compactMap { orders[$0.order.id]?.terms.card }), in: session)
        try insertOrders(
            judged.map { new in (new, orders[new.order.id].flatMap { cards[$0.terms.card] }) }, in: session)
        let sold = judged.compactMap { $0.verdict.isSold ? orders[$0.order.id] : nil }
        try writeEntries(of: judged.filter { $0.verdict.isSold && $0.order.offered > 0 }, to: session)
        try writeBalances(of: Set(sold.filter { $0.terms.price > 0 }.map(\.wallet)), to: session)
        try writeOwned(Dictionary(sold.map { ($0.ownership, cards[$0.terms.card]) }) { $1 }, to: session)
        try writeCounts(of: sold, to: session)
    }

    private func insertOrders(_ orders: [(SettledOrder, card: Int64?)], in session: PostgresSession) throws {
        let refused = orders.filter { !$0.0.verdict.isSold }.map(\.0)
        var places = try Refusals.last(of: Set(refused.map(\.order.id.player)), in: session)
        var placed: [OrderID: Int64] = [:]
        for order in refused {
            places[order.order.id.player, default: 0] += 1
            placed[order.order.id] = places[order.order.id.player]
        }
        let listings = orders.map(\.0.order.listing)
        try session.run(
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
                PostgresValue.integers(orders.map { placed[$0.0.order.id] }),
            ])
        try Refusals.forgetOld(of: places, in: session)
    }

    private func writeEntries(of sold: [SettledOrder], to session: PostgresSession) throws {
        guard !sold.isEmpty else { return }
        try session.run(
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

    private func writeBalances(of wallets: Set<Wallet>, to session: PostgresSession) throws {
        guard !wallets.isEmpty else { return }
        let wallets = Array(wallets)
        let changed = try session.run(
            """
            UPDATE wallet SET balance = new.balance
            FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS new (player, currency, balance)
            WHERE wallet.player = new.player AND wallet.currency = new.currency
            """,
            [
                PostgresValue.integers(wallets.map(\.player)), PostgresValue.texts(wallets.map(\.currency)),
                PostgresValue.integers(wallets.map { balances[$0, default: 0] }),
            ])
        guard changed == wallets.count else { throw RowMissing(table: "wallet") }
    }

    /// - Parameter cards: the card of the newest purchase of each.
    private func writeOwned(_ cards: [Ownership: Int64?], to session: PostgresSession) throws {
        guard !cards.isEmpty else { return }
        let ownerships = Array(cards.keys)
        try session.run(
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

    private func writeCounts(of sold: [PurchaseOrder], to session: PostgresSession) throws {
        let items = Array(Set(sold.filter { $0.terms.edition != nil }.map(\.terms.item)))
        if !items.isEmpty {
            try session.run(
                """
                UPDATE edition SET sold = new.sold FROM unnest($1::text[], $2::bigint[]) AS new (item, sold)
                WHERE edition.item = new.item
                """,
                [PostgresValue.texts(items), PostgresValue.integers(items.map { editionsSold[$0, default: 0] })])
        }
        let listings = Array(Set(sold.filter { $0.terms.stock != nil }.map(\.listing)))
        if !listings.isEmpty {
            try session.run(
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
        try session.run(
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
