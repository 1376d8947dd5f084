import ShelfDatabase
import ShelfModel
import ShelfSQL

/// Locks what a batch of orders is judged by, then reads it, in one round trip.
///
/// All transactions that sell lock in one order: first the players by number, then the stock by listing, then the
/// editions by item. So no two of them wait for each other (docs/decisions/0029-postgresql.md has the proof). A row
/// that isn't there can't be locked, so those of stock and editions are made first. Each statement after the locks sees
/// what the transactions before have committed.
struct PurchaseFacts {
    let book: PurchaseBook
    /// The numbers of the cards that are stored already.
    let cards: [[UInt8]: Int64]

    /// - Parameter orders: all orders that will be judged.
    /// - Throws: ``OrderTooOld``.
    init(
        for orders: [PurchaseOrder], numbers: OrderNumbers, ages: OrderAges, in session: PostgresSession
    ) throws {
        let players = Set(orders.map(\.player))
        let items = Dictionary(
            orders.map { ($0.shown, (item: $0.terms.item, offer: $0.counted.offerStart)) }
        ) { first, _ in first }
        let stocked = Set(orders.filter { $0.terms.stock != nil }.map(\.counted))
        let limited = Set(orders.filter { $0.terms.edition != nil }.map(\.terms.item))
        var pipeline = PostgresPipeline()
        pipeline.add(AdvisoryLock.selling.sql, [.integer(AdvisoryLock.selling.key)])
        let known = pipeline.add(PostgresSession.lockingPlayers(players))
        if !stocked.isEmpty { Self.lockStock(of: stocked, in: &pipeline) }
        if !limited.isEmpty { Self.lockEditions(of: limited, in: &pipeline) }
        let clock = pipeline.add(OrderAges.clock)
        let greatest = pipeline.add(Self.greatest(of: players))
        let settled = pipeline.add(SettledOrder.finding(Set(orders.map(\.id))))
        let balances = pipeline.add(Self.balances(of: players))
        let owned = pipeline.add(Self.owned(Set(orders.map(\.ownership))))
        let tallies = pipeline.add(Self.tallies(Set(orders.flatMap(\.tallies))))
        let stockSold = pipeline.add(ListingNames(stocked).stockSold)
        let editionsSold = pipeline.add(Self.editionsSold(limited))
        let withdrawn = pipeline.add(Withdrawal.covering(items))
        let offers = Set(orders.map(\.counted).filter(\.isOffer))
        let withdrawnOffers = offers.isEmpty ? nil : pipeline.add(Withdrawal.naming(offers))
        let paused = pipeline.add(StorePause.pausing(Set(orders.map(\.listing.store))))
        let replaced = pipeline.add(ListingChange.replacing(Array(items.keys)))
        let overtaken = pipeline.add(ContentBasis.overtaking(Set(orders.compactMap(\.basis?.version))))
        let cards = pipeline.add(CardRows.finding(Set(orders.map(\.terms.card))))
        let results = try session.run(pipeline)
        try ages.check(orders, at: results.value(at: clock))
        var book = PurchaseBook(after: try results.value(at: greatest)) { numbers.next(after: $0, at: $1) }
        book.unknownPlayers = players.subtracting(try results.value(at: known))
        book.settled = try results.value(at: settled)
        book.balances = try results.value(at: balances)
        book.owned = try results.value(at: owned)
        book.tallies = try results.value(at: tallies)
        book.stockSold = try results.value(at: stockSold)
        book.editionsSold = try results.value(at: editionsSold)
        for name in try results.value(at: withdrawn) { book.withdrawn[name] = true }
        if let withdrawnOffers {
            for name in try results.value(at: withdrawnOffers) { book.withdrawn[name] = true }
        }
        book.paused = try results.value(at: paused)
        for name in try results.value(at: replaced) { book.replaced[name] = true }
        book.overtaken = try results.value(at: overtaken)
        self.book = book
        self.cards = try results.value(at: cards)
    }

    /// The greatest number of an order of these players; 0 for none. Numbers grow for each player.
    private static func greatest(of players: Set<Int64>) -> PostgresQuery<Int64> {
        PostgresQuery(
            """
            SELECT COALESCE(MAX(last), 0)::bigint FROM unnest($1::bigint[]) AS wanted (player)
            CROSS JOIN LATERAL (SELECT MAX(id) AS last FROM purchase WHERE purchase.player = wanted.player) AS newest
            """, [PostgresValue.integers(Array(players))]
        ) { $0.rows.first?[0] ?? 0 }
    }

    private static func lockStock(of listings: Set<ListingName>, in pipeline: inout PostgresPipeline) {
        let names = ListingNames(listings)
        pipeline.add(
            """
            INSERT INTO stock SELECT store, chain, slot, position, revision, 0
            FROM \(ListingNames.unnested) ORDER BY chain, slot, position, revision, store COLLATE "C"
            ON CONFLICT DO NOTHING
            """, names.arguments)
        pipeline.add(
            """
            SELECT 1 FROM stock WHERE (store, chain, slot, position, revision) IN (SELECT * FROM \(ListingNames.unnested))
            ORDER BY chain, slot, position, revision, store FOR NO KEY UPDATE
            """, names.arguments)
    }

    private static func lockEditions(of items: Set<Item.ID>, in pipeline: inout PostgresPipeline) {
        let arguments = [PostgresValue.texts(Array(items))]
        pipeline.add(
            """
            INSERT INTO edition SELECT item, 0 FROM unnest($1::text[]) AS wanted (item) ORDER BY item COLLATE "C"
            ON CONFLICT DO NOTHING
            """, arguments)
        pipeline.add("SELECT 1 FROM edition WHERE item = ANY($1) ORDER BY item FOR NO KEY UPDATE", arguments)
    }

    private static func balances(of players: Set<Int64>) -> PostgresQuery<[PurchaseBook.Wallet: Int64]> {
        PostgresQuery(
            "SELECT player, currency, balance FROM wallet WHERE player = ANY($1)",
            [PostgresValue.integers(Array(players))]
        ) { result in
            Dictionary(result.rows.map { (PurchaseBook.Wallet(player: $0[0], currency: $0[1]), $0[2]) }) { $1 }
        }
    }

    private static func owned(
        _ ownerships: Set<PurchaseBook.Ownership>
    ) -> PostgresQuery<[PurchaseBook.Ownership: Int64]> {
        let wanted = Array(ownerships)
        return PostgresQuery(
            """
            SELECT held.player, held.item, held.count FROM unnest($1::bigint[], $2::text[]) AS wanted (player, item)
            CROSS JOIN LATERAL (
                SELECT * FROM owned WHERE owned.player = wanted.player AND owned.item = wanted.item LIMIT 1
            ) AS held
            """,
            [PostgresValue.integers(wanted.map(\.player)), PostgresValue.texts(wanted.map(\.item))]
        ) { result in
            Dictionary(result.rows.map { (PurchaseBook.Ownership(player: $0[0], item: $0[1]), $0[2]) }) { $1 }
        }
    }

    private static func tallies(_ tallies: Set<PurchaseBook.Tally>) -> PostgresQuery<[PurchaseBook.Tally: Int64]> {
        let wanted = Array(tallies)
        return PostgresQuery(
            """
            SELECT place - 1, counted.count
            FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS wanted (player, what, place)
            CROSS JOIN LATERAL (
                SELECT count FROM tally WHERE tally.player = wanted.player AND tally.what = wanted.what LIMIT 1
            ) AS counted
            """,
            [PostgresValue.integers(wanted.map(\.player)), PostgresValue.texts(wanted.map(\.what))]
        ) { result in
            Dictionary(result.rows.map { (wanted[$0[0] as Int], $0[1]) }) { $1 }
        }
    }

    static func editionsSold(_ items: Set<Item.ID>) -> PostgresQuery<[Item.ID: Int64]> {
        PostgresQuery("SELECT item, sold FROM edition WHERE item = ANY($1)", [PostgresValue.texts(Array(items))]) {
            Dictionary($0.rows.map { ($0[0], $0[1]) }) { $1 }
        }
    }
}
