import ShelfDatabase
import ShelfModel
import ShelfSQL

/// Fills a book from the rows that a batch of orders needs, and writes its changes back.
extension PurchaseBook {
    /// - Parameter orders: all orders that will be judged. Each row that they need is read once.
    init(for orders: [PurchaseOrder], in session: SQLiteSession) throws {
        let last = max(try session.greatestNumber(in: "purchase"), try PurchaseFiling.until(in: session))
        self.init(after: last) { .random(in: .min ... .max) }
        for order in orders { try read(order, in: session) }
        paused = try Set(orders.map(\.listing.store)).filter { try StorePause.isPaused($0, in: session) }
        for version in Set(orders.compactMap(\.basis?.version)) {
            overtaken[version] = try ContentBasis.overtaking(version, in: session)
        }
    }

    private mutating func read(_ order: PurchaseOrder, in session: SQLiteSession) throws {
        let terms = order.terms
        if settled[order.id] == nil { settled[order.id] = try SettledOrder.find(order.id, in: session) }
        if withdrawn[order.shown] == nil {
            withdrawn[order.shown] = try Withdrawal.covers(order, in: session)
            replaced[order.shown] = try ListingChange.replaces(order.shown, in: session)
        }
        if withdrawn[order.counted] == nil {
            withdrawn[order.counted] = try Withdrawal.covers(order.counted, in: session)
        }
        try readBalance(of: order.wallet, in: session)
        try note(\.owned, order.ownership, session, "SELECT count FROM owned WHERE player = $1 AND item = $2") {
            [order.player, terms.item]
        }
        if terms.edition != nil {
            try note(\.editionsSold, terms.item, session, "SELECT sold FROM edition WHERE item = $1") { [terms.item] }
        }
        if terms.stock != nil {
            try note(
                \.stockSold, order.counted, session,
                """
                SELECT sold FROM stock
                WHERE store = $1 AND chain = $2 AND slot = $3 AND position = $4 AND revision = $5
                """
            ) { order.counted.arguments }
        }
        for tally in order.tallies {
            try note(\.tallies, tally, session, "SELECT count FROM tally WHERE player = $1 AND what = $2") {
                [tally.player, tally.what]
            }
        }
    }

    /// A player without a wallet in this currency may not exist, so this is checked.
    private mutating func readBalance(of wallet: Wallet, in session: SQLiteSession) throws {
        guard balances[wallet] == nil, !unknownPlayers.contains(wallet.player) else { return }
        let balance: Int64? = try session.value(
            "SELECT balance FROM wallet WHERE player = $1 AND currency = $2", [wallet.player, wallet.currency])
        if balance == nil, try !Wallets.hasOwner(wallet.player, in: session) { unknownPlayers.insert(wallet.player) }
        balances[wallet] = balance ?? 0
    }

    private mutating func note<Key: Hashable>(
        _ facts: WritableKeyPath<PurchaseBook, [Key: Int64]>, _ key: Key, _ session: SQLiteSession, _ sql: String,
        _ arguments: () -> [any SQLArgument]
    ) throws {
        guard self[keyPath: facts][key] == nil else { return }
        self[keyPath: facts][key] = try session.value(sql, arguments()) ?? 0
    }

    /// Stores the judged orders and what they changed.
    func write(to session: SQLiteSession) throws {
        let cards = try cards(in: session)
        for new in judged { try new.settled.insert(card: cards[new.order.terms.card], into: session) }
        if !judged.isEmpty { try PurchaseFiling.note(judged.count, in: session) }
        for wallet in changedWallets {
            let count = try session.run(
                "UPDATE wallet SET balance = $1 WHERE player = $2 AND currency = $3",
                [balances[wallet, default: 0], wallet.player, wallet.currency])
            guard count > 0 else { throw RowMissing(table: "wallet") }
        }
        for (ownership, latest) in changedOwnerships {
            try session.run(
                """
                INSERT INTO owned VALUES ($1, $2, $3, $4)
                ON CONFLICT DO UPDATE SET count = excluded.count, card = excluded.card
                """,
                [ownership.player, ownership.item, owned[ownership, default: 0], cards[latest.terms.card]])
        }
        for item in changedEditions {
            try session.run(
                "INSERT INTO edition VALUES ($1, $2) ON CONFLICT DO UPDATE SET sold = excluded.sold",
                [item, editionsSold[item, default: 0]])
        }
        for listing in changedStock {
            try session.run(
                "INSERT INTO stock VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO UPDATE SET sold = excluded.sold",
                listing.arguments + [stockSold[listing, default: 0]])
        }
        for tally in changedTallies {
            try session.run(
                "INSERT INTO tally VALUES ($1, $2, $3) ON CONFLICT DO UPDATE SET count = excluded.count",
                [tally.player, tally.what, tallies[tally, default: 0]])
        }
    }

    /// Returns the numbers of the cards of new orders, and inserts cards that aren't stored yet.
    private func cards(in session: SQLiteSession) throws -> [[UInt8]: Int64] {
        var cards: [[UInt8]: Int64] = [:]
        for card in judged.map(\.order.terms.card) where cards[card] == nil {
            cards[card] = try CardRows.enter(card, in: session)
        }
        return cards
    }
}

extension ListingName {
    fileprivate var arguments: [any SQLArgument] { [store, chain, slot, position, revision] }
}
