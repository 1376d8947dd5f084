import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

/// Fills a book from the rows that a batch of orders needs, and writes its changes back.
extension PurchaseBook {
    /// - Parameter orders: all orders that will be judged. Each row that they need is read once.
    init(for orders: [PurchaseOrder], in database: Database) throws {
        self.init(after: try database.greatestID(in: "purchase")) { .random(in: .min ... .max) }
        for order in orders { try read(order, in: database) }
        for version in Set(orders.compactMap(\.basis?.version)) {
            overtaken[version] = try ContentBasis.overtaking(version, in: database)
        }
    }

    private mutating func read(_ order: PurchaseOrder, in database: Database) throws {
        let terms = order.terms
        if settled[order.id] == nil { settled[order.id] = try SettledOrder.find(order.id, in: database) }
        if withdrawn[order.listing] == nil {
            withdrawn[order.listing] = try Withdrawal.covers(order, in: database)
            replaced[order.listing] = try ListingChange.replaces(order.listing, in: database)
        }
        try readBalance(of: order.wallet, in: database)
        try note(\.owned, order.ownership, database, "SELECT count FROM owned WHERE player = ? AND item = ?") {
            [order.player, terms.item]
        }
        if terms.edition != nil {
            try note(\.editionsSold, terms.item, database, "SELECT sold FROM edition WHERE item = ?") { [terms.item] }
        }
        if terms.stock != nil {
            try note(
                \.stockSold, order.listing, database,
                """
                SELECT sold FROM stock
                WHERE store = ? AND chain = ? AND slot = ? AND position = ? AND revision = ?
                """
            ) { order.listing.arguments }
        }
        for tally in order.tallies {
            try note(\.tallies, tally, database, "SELECT count FROM tally WHERE player = ? AND what = ?") {
                [tally.player, tally.what]
            }
        }
    }

    /// A player without a wallet in this currency may not exist, so this is checked.
    private mutating func readBalance(of wallet: Wallet, in database: Database) throws {
        guard balances[wallet] == nil, !unknownPlayers.contains(wallet.player) else { return }
        let statement = try database.cachedStatement(
            sql: "SELECT balance FROM wallet WHERE player = ? AND currency = ?")
        let balance = try Int64.fetchOne(statement, arguments: [wallet.player, wallet.currency])
        if balance == nil, try !Wallets.hasOwner(wallet.player, in: database) { unknownPlayers.insert(wallet.player) }
        balances[wallet] = balance ?? 0
    }

    private mutating func note<Key: Hashable>(
        _ facts: WritableKeyPath<PurchaseBook, [Key: Int64]>, _ key: Key, _ database: Database, _ sql: String,
        _ arguments: () -> StatementArguments
    ) throws {
        guard self[keyPath: facts][key] == nil else { return }
        let statement = try database.cachedStatement(sql: sql)
        self[keyPath: facts][key] = try Int64.fetchOne(statement, arguments: arguments()) ?? 0
    }

    /// Stores the judged orders and what they changed.
    ///
    /// - Parameter orders: the judged orders by their ids.
    func write(_ orders: [OrderID: PurchaseOrder], to database: Database) throws {
        let cards = try cards(of: orders, in: database)
        for new in judged {
            try new.insert(card: orders[new.order.id].flatMap { cards[$0.terms.card] }, into: database)
        }
        let sold = judged.compactMap { $0.verdict.isSold ? orders[$0.order.id] : nil }
        for wallet in Set(sold.filter { $0.terms.price > 0 }.map(\.wallet)) {
            try database.change(
                "wallet",
                "UPDATE wallet SET balance = ? WHERE player = ? AND currency = ?",
                [balances[wallet, default: 0], wallet.player, wallet.currency])
        }
        for (ownership, latest) in Dictionary(sold.map { ($0.ownership, $0) }, uniquingKeysWith: { $1 }) {
            try database.run(
                """
                INSERT INTO owned VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET count = excluded.count, card = excluded.card
                """,
                [ownership.player, ownership.item, owned[ownership, default: 0], cards[latest.terms.card]])
        }
        for item in Set(sold.filter { $0.terms.edition != nil }.map(\.terms.item)) {
            try database.run(
                "INSERT INTO edition VALUES (?, ?) ON CONFLICT DO UPDATE SET sold = excluded.sold",
                [item, editionsSold[item, default: 0]])
        }
        for listing in Set(sold.filter { $0.terms.stock != nil }.map(\.listing)) {
            try database.run(
                "INSERT INTO stock VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET sold = excluded.sold",
                listing.arguments + [stockSold[listing, default: 0]])
        }
        for tally in Set(sold.flatMap(\.tallies)) {
            try database.run(
                "INSERT INTO tally VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = excluded.count",
                [tally.player, tally.what, tallies[tally, default: 0]])
        }
    }
}

extension PurchaseBook {
    /// Returns the numbers of the cards of new orders, and inserts cards that aren't stored yet.
    private func cards(of orders: [OrderID: PurchaseOrder], in database: Database) throws -> [[UInt8]: Int64] {
        var cards: [[UInt8]: Int64] = [:]
        for new in judged {
            guard let card = orders[new.order.id]?.terms.card, cards[card] == nil else { continue }
            cards[card] = try CardRows.enter(card, in: database)
        }
        return cards
    }
}

extension PurchaseOrder {
    /// The tallies that the order counts towards. There is one for each limit that applies.
    fileprivate var tallies: [PurchaseBook.Tally] {
        [terms.limits.listing.map { _ in listingTally }, terms.limits.day.map { _ in dayTally }].compactMap(\.self)
    }
}

extension PurchaseBook.Tally {
    fileprivate var player: Int64 {
        switch self {
        case .listing(let player, _), .day(let player, _, _): player
        }
    }

    fileprivate var what: String {
        switch self {
        case .listing(_, let name):
            "listing \(Data(name.chain).base64EncodedString()) \(name.slot) \(name.position) \(name.revision)"
        case .day(_, let store, let day): "day \(day) \(store)"
        }
    }
}

extension ListingName {
    fileprivate var arguments: StatementArguments { [store, Data(chain), slot, position, revision] }
}

extension PurchaseVerdict {
    var isSold: Bool {
        if case .sold = self { true } else { false }
    }
}

extension Database {
    /// Returns the greatest number in a table, or 0. Only the holder of the write lock assigns numbers, so no other
    /// writer can assign the next one.
    func greatestID(in table: String) throws -> Int64 {
        try Int64.fetchOne(cachedStatement(sql: "SELECT MAX(id) FROM \(table)")) ?? 0
    }

    /// The number of a table's next row.
    func nextID(in table: String, at instant: Instant) throws -> Int64 {
        TimeOrderedNumber.next(after: try greatestID(in: table), at: instant, chance: .random(in: .min ... .max))
    }

    /// Runs a statement, which is compiled only once.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Runs a statement that changes a row of a table.
    ///
    /// - Throws: ``RowMissing`` when it changed none, so that nothing of the transaction is kept.
    func change(_ table: String, _ sql: String, _ arguments: StatementArguments) throws {
        try run(sql, arguments)
        guard changesCount > 0 else { throw RowMissing(table: table) }
    }
}
