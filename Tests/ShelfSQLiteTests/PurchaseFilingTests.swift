import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import Testing

/// Purchases are filed by items and listings a thousand at a time.
@Suite struct `Purchases of an item or a listing` {
    private let folder: TemporaryFolder
    private let path: String
    private let database: SQLiteDatabase

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("shelflife.sqlite")
        database = try SQLiteDatabase(path: path)
    }

    private static let items = ["ball", "drum", "kite"]

    /// Settles orders of one player, a hundred at once, of which every tenth is refused.
    private func settle(_ range: Range<Int>, by player: Int64) async throws -> [SettledOrder] {
        var settled: [SettledOrder] = []
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 100) {
            settled += try await Trade.settle(
                database,
                (start..<min(start + 100, range.upperBound)).map { number in
                    Trade.order(
                        player, "\(number)", price: number % 10 == 0 ? 1 << 40 : 1, item: Self.items[number % 3],
                        slot: number % 7, edition: nil)
                })
        }
        return settled
    }

    private func expect(_ orders: [SettledOrder], in database: SQLiteDatabase) async throws {
        for item in Self.items {
            let expected = orders.filter { $0.order.item == item }.map(\.id).reversed().map(\.self)
            var (found, before) = ([Int64](), Int64?.none)
            repeat {
                let page = try await database.orders(ofItem: item, before: before, limit: 300).map(\.settled.id)
                found += page
                before = page.last
            } while before != nil
            #expect(found == expected, "\(item)")
        }
        for name in Set(orders.map(\.order.listing)) {
            let expected = orders.filter { $0.order.listing == name }.map(\.id).reversed().map(\.self)
            let found = try await database.orders(ofListing: name, before: nil, limit: 9999).map(\.settled.id)
            #expect(found == expected, "slot \(name.slot)")
            let others = ListingName(
                store: "bazaar", chain: name.chain, slot: name.slot, position: name.position, revision: name.revision)
            #expect(try await database.orders(ofListing: others, before: nil, limit: 9).isEmpty)
        }
    }

    /// How many aren't filed.
    private func waiting() async throws -> Int64? {
        try await DatabaseQueue(path: path).read { try Int64.fetchOne($0, sql: "SELECT since FROM filed") }
    }

    @Test func `are all found, those that are filed and those that came since`() async throws {
        let player = try await Trade.player(database, coins: 1 << 30)
        var orders: [SettledOrder] = []
        for (end, unfiled) in [(900, 900), (1000, 1000), (1100, 0), (2150, 0), (2200, 50)] as [(Int, Int64)] {
            orders += try await settle(orders.count..<end, by: player)
            #expect(try await waiting() == unfiled)
            try await expect(orders.kept, in: database)
        }
        #expect(try await database.journal(of: player, before: nil, limit: 9999).count == 1 + 1980)
    }

    @Test func `are filed some thousand at a time, if another program has stored many`() async throws {
        let player = try await Trade.player(database, coins: 1 << 30)
        var orders = try await settle(0..<100, by: player)
        let stored = orders[99]
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
                    INSERT INTO purchase (id, player, key, at_ms, store, chain, slot, position, revision, item, currency,
                        offered, refusal, number)
                    SELECT purchase.id + i, player, 'stored ' || i, at_ms, store, chain, slot, position, revision, item,
                        currency, offered, refusal, number
                    FROM n, (SELECT * FROM purchase WHERE id = ?) AS purchase ORDER BY i
                    """, arguments: [stored.id])
        }
        orders += (1...9000).map { number in
            SettledOrder(
                id: stored.id + Int64(number),
                order: OrderRecord(
                    id: OrderID(player: player, key: "stored \(number)"), listing: stored.order.listing,
                    offered: stored.order.offered, at: stored.order.at, item: stored.order.item,
                    currency: stored.order.currency),
                verdict: stored.verdict)
        }
        for (end, filed) in [(1000, 0), (1100, 4000), (1200, 8000), (1300, 10300)] as [(Int, Int64)] {
            orders += try await settle(orders.count - 9000..<end, by: player)
            let until = try await DatabaseQueue(path: path).read {
                try Int64.fetchOne($0, sql: "SELECT until FROM filed")
            }
            let count = orders.filter { $0.id <= until ?? 0 }.count
            #expect(count == filed)
            try await expect(orders.kept, in: database)
        }
    }

    @Test func `aren't found any more once they are forgotten, and their numbers aren't given again`() async throws {
        let player = try await Trade.player(database, coins: 1 << 30)
        var orders = try await settle(0..<1001, by: player)
        #expect(try await waiting() == 0, "the last one is refused, and filed")
        try await database.forgetRefusals(before: Trade.noon + .days(1))
        orders.removeAll { $0.verdict != .sold(number: nil) }
        try await expect(orders, in: database)
        orders += try await settle(1001..<1150, by: player).filter { $0.verdict == .sold(number: nil) }
        try await database.forgetRefusals(before: Trade.noon + .days(1))
        try await expect(orders, in: database)
    }
}

extension [SettledOrder] {
    /// What the database keeps: of a player's refused orders the last ones.
    fileprivate var kept: [SettledOrder] {
        let refused = filter { $0.verdict != .sold(number: nil) }
        let forgotten = Set(refused.dropLast(RefusedOrders.kept).map(\.id))
        return filter { !forgotten.contains($0.id) }
    }
}
