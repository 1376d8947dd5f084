import Foundation
import GRDB
import ShelfModel

/// A book is filled from the rows that a batch touches, and its changes are written back to them.
extension PurchaseBook {
    /// - Parameter orders: all that will be judged; what they touch is read once.
    init(for orders: [PurchaseOrder], in database: Database) throws {
        self.init()
        nextID = (try Int64.fetchOne(database.cachedStatement(sql: "SELECT MAX(id) FROM purchase")) ?? 0) + 1
        for order in orders { try read(order, in: database) }
    }

    private mutating func read(_ order: PurchaseOrder, in database: Database) throws {
        let terms = order.terms
        if settled[order.id] == nil { settled[order.id] = try SettledOrder.find(order.id, in: database) }
        try note(\.balances, order.wallet, database, "SELECT balance FROM wallet WHERE player = ? AND currency = ?") {
            [order.player, terms.currency]
        }
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

    private mutating func note<Key: Hashable>(
        _ facts: WritableKeyPath<PurchaseBook, [Key: Int64]>, _ key: Key, _ database: Database, _ sql: String,
        _ arguments: () -> StatementArguments
    ) throws {
        guard self[keyPath: facts][key] == nil else { return }
        let statement = try database.cachedStatement(sql: sql)
        self[keyPath: facts][key] = try Int64.fetchOne(statement, arguments: arguments()) ?? 0
    }

    /// Writes down what was judged, and what it changed.
    ///
    /// - Parameter orders: those that were judged, by their names.
    func write(_ orders: [OrderID: PurchaseOrder], to database: Database) throws {
        for new in judged { try new.insert(into: database) }
        let sold = judged.compactMap { $0.verdict.isSold ? orders[$0.order.id] : nil }
        for wallet in Set(sold.map(\.wallet)) {
            try database.run(
                "UPDATE wallet SET balance = ? WHERE player = ? AND currency = ?",
                [balances[wallet, default: 0], wallet.player, wallet.currency])
        }
        for ownership in Set(sold.map(\.ownership)) {
            try database.run(
                "INSERT INTO owned VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = excluded.count",
                [ownership.player, ownership.item, owned[ownership, default: 0]])
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

extension PurchaseOrder {
    /// What is counted of it, because there is a limit.
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
    /// Runs a statement that is prepared once.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
