import Foundation
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfPostgres
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import Testing

@Suite(.needsPostgres) struct `A shop that moves` {
    /// A shop in SQLite with a row in most tables.
    private struct House {
        let folder: TemporaryFolder
        let path: String
        let database: SQLiteDatabase
        let player: Int64

        init() async throws {
            folder = try TemporaryFolder()
            path = folder.file("shop.sqlite")
            database = try SQLiteDatabase(path: path)
            player = try await Trade.player(database, coins: 1000)
            let orders = (0..<30).map { number in
                Trade.order(player, "key \(number)", price: number % 7 == 6 ? 5000 : 10, stock: 100)
            }
            let settled = try await Trade.settle(database, orders)
            _ = try await database.reverse(Trade.reversal(settled[0].id, "back"))
            _ = try await database.post(Trade.posting(player, 5, "gift", currency: "gems"))
            _ = try await database.add(
                NewContentVersion(
                    content: StoredContent(digest: [UInt8](repeating: 1, count: 32), files: []), author: "ann",
                    at: Trade.noon, reason: "", origin: .published, from: Trade.noon, zones: [Self.zone]), after: 0
            ) { _ in nil }
        }

        static let zone = Zone(
            name: "Europe/Berlin", first: .hours(1), changes: [Zone.Change(at: Trade.noon, offset: .hours(2))])

        func rows(of reader: any ShopReader) async throws -> [String: [[ShopValue]]] {
            var rows: [String: [[ShopValue]]] = [:]
            for table in ShopTable.all {
                rows[table.name] = try await reader.rows(of: table, after: nil, limit: 10_000)
            }
            return rows
        }
    }

    private func move(_ house: House, to address: [String: String], page: Int = 7) async throws -> [String: Int] {
        var counts: [String: Int] = [:]
        try await ShopMove(from: SQLiteShop.source(at: house.path), to: PostgresShop(address), page: page)
            .run(to: "elsewhere") { counts[$0.table] = $0.rows }
        return counts
    }

    @Test func `arrives row by row, and goes on with the same players, keys and copies`() async throws {
        let (house, address) = (try await House(), try TestDatabase().address)
        let before = try await house.rows(of: SQLiteShop.source(at: house.path))
        let counts = try await move(house, to: address)
        #expect(try await house.rows(of: PostgresShop(address)) == before)
        #expect(counts == before.mapValues(\.count))
        #expect(counts["purchase"] == 30 && counts["entry"] == 29 && counts["card"] == 2)
        let moved = try await PostgresDatabase(address)
        #expect(try await moved.contentZones(of: 1) == [House.zone])
        let again = try await Trade.settle(moved, [Trade.order(house.player, "key 3", price: 10, stock: 100)])[0]
        #expect(again.verdict == .sold(number: 4), "the key is known")
        let next = try await Trade.settle(moved, [Trade.order(house.player, "new", price: 10, stock: 100)])[0]
        #expect(next.verdict == .sold(number: 27), "26 copies were sold, and one more")
        _ = try await moved.post(Trade.posting(house.player, 1, "later"))
        let entries = try await moved.journal(of: house.player, before: nil, limit: 1)
        #expect(try #require(entries.first).id > 29)
    }

    @Test func `leaves no table behind`() async throws {
        let address = try TestDatabase().address
        _ = try await PostgresDatabase(address)
        let tables = try TestDatabase.run(
            "SELECT string_agg(tablename, ' ') FROM pg_tables WHERE schemaname = 'public'", on: address)
        let moved = ShopTable.all.map(\.name) + ["schema_version"]
        #expect(Set(tables.split(separator: " ").map(String.init)) == Set(moved))
    }

    @Test func `sells nothing where it was, and nothing starts there`() async throws {
        let (house, address) = (try await House(), try TestDatabase().address)
        _ = try await move(house, to: address)
        await #expect(throws: ShopMoved(to: "elsewhere")) {
            try await house.database.settle([Trade.order(house.player, "late", price: 10)])
        }
        #expect(throws: ShopMoved(to: "elsewhere")) { try SQLiteDatabase(path: house.path) }
        await #expect(throws: ShopMoved(to: "elsewhere")) {
            try await move(house, to: TestDatabase().address)
        }
    }

    @Test func `holds up what is sold meanwhile, and what is read goes on`() async throws {
        let house = try await House()
        let source = try SQLiteShop.source(at: house.path)
        try await source.hold()
        let short = try SQLiteDatabase(path: house.path, busyAtMost: .milliseconds(1))
        await #expect(throws: DatabaseBusy.self) {
            try await short.settle([Trade.order(house.player, "meanwhile", price: 10)])
        }
        #expect(try await short.balances(of: house.player)["gems"] == 5)
        try await source.letGo()
        #expect(try await short.settle([Trade.order(house.player, "meanwhile", price: 10)])[0].settled != nil)
    }

    @Test func `moves back, and the first database may be taken again`() async throws {
        let (house, address) = (try await House(), try TestDatabase().address)
        _ = try await move(house, to: address)
        let moved = try await PostgresDatabase(address)
        _ = try await Trade.settle(moved, [Trade.order(house.player, "there", price: 10)])
        let before = try await house.rows(of: PostgresShop(address))
        try await ShopMove(from: PostgresShop(address), to: SQLiteShop.target(at: house.path)).run(to: "home") { _ in }
        await #expect(throws: ShopMoved(to: "home")) { try await PostgresDatabase(address) }
        await #expect(throws: ShopMoved(to: "home")) {
            try await moved.settle([Trade.order(house.player, "no", price: 10)])
        }
        let home = try SQLiteDatabase(path: house.path)
        #expect(try await house.rows(of: SQLiteShop.source(at: house.path)) == before)
        #expect(
            try await home.settle([Trade.order(house.player, "home", price: 10)])[0].settled?.verdict
                == .sold(number: 28))
        _ = try await move(house, to: address)
        #expect(try await PostgresDatabase(address).balances(of: house.player)["gems"] == 5)
    }

    @Test func `doesn't move to where another shop is`() async throws {
        let (house, address) = (try await House(), try TestDatabase().address)
        let other = try await PostgresDatabase(address)
        _ = try await Trade.player(other, coins: 3)
        await #expect(throws: TargetInUse()) { try await move(house, to: address) }
        #expect(throws: TargetInUse()) { try SQLiteShop.target(at: house.path) }
        #expect(try await house.database.settle([Trade.order(house.player, "on", price: 10)])[0].settled != nil)
    }

    /// A target that breaks.
    private struct Broken: ShopTarget {
        let base: PostgresShop
        let breaks: String

        struct Fault: Error {}

        func insert(_ rows: [[ShopValue]], into table: ShopTable) async throws {
            guard table.name != breaks else { throw Fault() }
            // A value that isn't the one that was sent.
            let isFalse = breaks == "a value" && table.name == "wallet"
            try await base.insert(isFalse ? rows.map { $0.dropLast() + [.integer(1)] } : rows, into: table)
        }

        func rows(of table: ShopTable, after key: [ShopValue]?, limit: Int) async throws -> [[ShopValue]] {
            try await base.rows(of: table, after: key, limit: limit)
        }

        func prepare() async throws { try await base.prepare() }
        func abandon() async throws { try await base.abandon() }
        func keep() async throws { try await base.keep() }
        func isWhole() async throws -> Bool { try await base.isWhole() }
        func open() async throws {
            guard breaks != "open" else { throw Fault() }
            try await base.open()
        }
    }

    @Test(arguments: ["purchase", "wallet", "a value"])
    func `goes on where it was when the move breaks, and the same move begins anew`(breaks: String) async throws {
        let (house, address) = (try await House(), try TestDatabase().address)
        let broken = Broken(base: PostgresShop(address), breaks: breaks)
        await #expect(throws: (any Error).self) {
            try await ShopMove(from: SQLiteShop.source(at: house.path), to: broken).run(to: "elsewhere") { _ in }
        }
        #expect(try await house.database.settle([Trade.order(house.player, "on", price: 10)])[0].settled != nil)
        #expect(try await move(house, to: address)["purchase"] == 31)
    }

    @Test func `that was left and not opened is opened by the same move, and by no server before`() async throws {
        let (house, address) = (try await House(), try TestDatabase().address)
        let broken = Broken(base: PostgresShop(address), breaks: "open")
        await #expect(throws: Broken.Fault.self) {
            try await ShopMove(from: SQLiteShop.source(at: house.path), to: broken).run(to: "elsewhere") { _ in }
        }
        await #expect(throws: ShopArriving()) { try await PostgresDatabase(address) }
        _ = try await move(house, to: address)
        #expect(try await PostgresDatabase(address).balances(of: house.player)["gems"] == 5)
    }
}
