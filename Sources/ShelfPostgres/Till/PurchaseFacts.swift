import ShelfDatabase
import ShelfModel

/// Locks what a batch of orders is judged by, then reads it.
///
/// All transactions that sell lock in one order: first the players by number, then the stock by listing, then the
/// editions by item. So no two of them wait for each other (docs/decisions/0029-postgresql.md has the proof). A row
/// that isn't there can't be locked, so those of stock and editions are made first. Each statement after the locks sees
/// what the transactions before have committed.
extension PurchaseBook {
    /// - Parameter orders: all orders that will be judged.
    static func read(
        for orders: [PurchaseOrder], numbers: OrderNumbers, in session: PostgresSession
    ) throws -> PurchaseBook {
        let players = Set(orders.map(\.player))
        let known = try Wallets.lock(players, in: session)
        try lockStock(of: Set(orders.filter { $0.terms.stock != nil }.map(\.listing)), in: session)
        try lockEditions(of: Set(orders.filter { $0.terms.edition != nil }.map(\.terms.item)), in: session)
        var book = PurchaseBook(after: try greatest(of: known, in: session)) { numbers.next(after: $0, at: $1) }
        book.unknownPlayers = players.subtracting(known)
        book.settled = try SettledOrder.find(Set(orders.map(\.id)), in: session)
        book.balances = try balances(of: known, in: session)
        book.owned = try owned(Set(orders.map(\.ownership)), in: session)
        book.tallies = try tallies(Set(orders.flatMap(\.tallies)), in: session)
        book.stockSold = try stockSold(Set(orders.filter { $0.terms.stock != nil }.map(\.listing)), in: session)
        book.editionsSold = try editionsSold(
            Set(orders.filter { $0.terms.edition != nil }.map(\.terms.item)), in: session)
        for order in orders where book.withdrawn[order.listing] == nil {
            book.withdrawn[order.listing] = try Withdrawal.covers(order, in: session)
            book.replaced[order.listing] = try ListingChange.replaces(order.listing, in: session)
        }
        return book
    }

    /// The greatest number of an order of these players. Numbers grow for each player.
    private static func greatest(of players: Set<Int64>, in session: PostgresSession) throws -> Int64 {
        try session.value(
            """
            SELECT MAX(last) FROM unnest($1::bigint[]) AS wanted (player)
            CROSS JOIN LATERAL (SELECT MAX(id) AS last FROM purchase WHERE purchase.player = wanted.player) AS newest
            """,
            [PostgresValue.integers(Array(players))]) ?? 0
    }

    private static func lockStock(of listings: Set<ListingName>, in session: PostgresSession) throws {
        guard !listings.isEmpty else { return }
        let names = ListingNames(listings)
        try session.run(
            """
            INSERT INTO stock SELECT store, chain, slot, position, revision, 0
            FROM \(ListingNames.unnested) ORDER BY chain, slot, position, revision, store COLLATE "C"
            ON CONFLICT DO NOTHING
            """, names.arguments)
        try session.run(
            """
            SELECT 1 FROM stock WHERE (store, chain, slot, position, revision) IN (SELECT * FROM \(ListingNames.unnested))
            ORDER BY chain, slot, position, revision, store FOR NO KEY UPDATE
            """, names.arguments)
    }

    private static func lockEditions(of items: Set<Item.ID>, in session: PostgresSession) throws {
        guard !items.isEmpty else { return }
        let arguments = [PostgresValue.texts(Array(items))]
        try session.run(
            """
            INSERT INTO edition SELECT item, 0 FROM unnest($1::text[]) AS wanted (item) ORDER BY item COLLATE "C"
            ON CONFLICT DO NOTHING
            """, arguments)
        try session.run("SELECT 1 FROM edition WHERE item = ANY($1) ORDER BY item FOR NO KEY UPDATE", arguments)
    }

    private static func balances(of players: Set<Int64>, in session: PostgresSession) throws -> [Wallet: Int64] {
        let rows = try session.rows(
            "SELECT player, currency, balance FROM wallet WHERE player = ANY($1)",
            [PostgresValue.integers(Array(players))])
        return Dictionary(rows.map { (Wallet(player: $0[0], currency: $0[1]), $0[2] as Int64) }) { first, _ in first }
    }

    private static func owned(
        _ ownerships: Set<Ownership>, in session: PostgresSession
    ) throws -> [Ownership: Int64] {
        let wanted = Array(ownerships)
        let rows = try session.rows(
            """
            SELECT player, item, count FROM unnest($1::bigint[], $2::text[]) AS wanted (player, item)
            JOIN owned USING (player, item)
            """,
            [PostgresValue.integers(wanted.map(\.player)), PostgresValue.texts(wanted.map(\.item))])
        return Dictionary(rows.map { (Ownership(player: $0[0], item: $0[1]), $0[2] as Int64) }) { first, _ in first }
    }

    private static func tallies(_ tallies: Set<Tally>, in session: PostgresSession) throws -> [Tally: Int64] {
        guard !tallies.isEmpty else { return [:] }
        let wanted = Array(tallies)
        let rows = try session.rows(
            """
            SELECT place - 1, count FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS wanted (player, what, place)
            JOIN tally USING (player, what)
            """,
            [PostgresValue.integers(wanted.map(\.player)), PostgresValue.texts(wanted.map(\.what))])
        return Dictionary(rows.map { (wanted[$0[0] as Int], $0[1] as Int64) }) { first, _ in first }
    }

    private static func stockSold(
        _ listings: Set<ListingName>, in session: PostgresSession
    ) throws -> [ListingName: Int64] {
        guard !listings.isEmpty else { return [:] }
        return try ListingNames(listings).stockSold(in: session)
    }

    private static func editionsSold(_ items: Set<Item.ID>, in session: PostgresSession) throws -> [Item.ID: Int64] {
        guard !items.isEmpty else { return [:] }
        let rows = try session.rows(
            "SELECT item, sold FROM edition WHERE item = ANY($1)", [PostgresValue.texts(Array(items))])
        return Dictionary(rows.map { ($0[0] as String, $0[1] as Int64) }) { first, _ in first }
    }
}

extension PurchaseOrder {
    /// The tallies that the order counts towards. There is one for each limit that applies.
    var tallies: [PurchaseBook.Tally] {
        [terms.limits.listing.map { _ in listingTally }, terms.limits.day.map { _ in dayTally }].compactMap(\.self)
    }
}
