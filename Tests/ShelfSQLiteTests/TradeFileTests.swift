import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `A file of trade` {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase

    init() throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase(path: folder.file("shelflife.sqlite"))
    }

    @Test func `a refusal that this version doesn't know is no sale`() async throws {
        let player = try await Trade.player(database)
        let bought = try await Trade.settle(database, [Trade.order(player, "a")])[0].id
        try change("UPDATE purchase SET refusal = 'not_today'")
        await #expect(throws: (any Error).self) { try await database.settled(OrderID(player: player, key: "a")) }
        await #expect(throws: (any Error).self) { try await database.settle([Trade.order(player, "a")]) }
        await #expect(throws: (any Error).self) { try await database.reverse(Trade.reversal(bought, "r")) }
        let error = await #expect(throws: (any Error).self) {
            try await database.orders(of: player, before: nil, limit: 9)
        }
        #expect(try "\(#require(error))".contains("not_today in refusal"))
        #expect(try await database.settle([Trade.order(player, "b")])[0].verdict == .refused(.insufficientFunds))
    }

    @Test func `a reversal that this version doesn't know is not none`() async throws {
        let player = try await Trade.player(database, coins: 40)
        let bought = try await Trade.settle(database, [Trade.order(player, "a")])[0].id
        _ = try await database.reverse(Trade.reversal(bought, "r"))
        try change("UPDATE reversal SET kind = 'exchange'")
        for key in ["r", "s"] {
            await #expect(throws: (any Error).self) { try await database.reverse(Trade.reversal(bought, key)) }
        }
        await #expect(throws: (any Error).self) { try await database.order(bought) }
        #expect(try await database.balances(of: player) == ["coins": 40])
    }

    @Test func `an entry that this version doesn't know is not left out, and its key not used again`() async throws {
        let player = try await Trade.player(database)
        _ = try await database.post(Trade.posting(player, 5, "p"))
        try change("UPDATE entry SET counterpart = 'auctions'")
        await #expect(throws: (any Error).self) { try await database.journal(of: player, before: nil, limit: 9) }
        await #expect(throws: (any Error).self) { try await database.post(Trade.posting(player, 5, "p")) }
        #expect(try await database.balances(of: player) == ["coins": 5])
    }

    @Test func `a share that can't be is no refund`() async throws {
        let revision = TopUpRevision(transaction: "t", revoked: .none, signed: Trade.noon)
        _ = try await database.revise(revision, at: Trade.noon)
        try change("UPDATE top_up SET revoked = 100001")
        await #expect(throws: (any Error).self) { try await database.topUpAccount(of: "t") }
    }

    @Test func `what can't be written down isn't done`() async throws {
        let player = try await Trade.player(database, coins: 40)
        let bought = try await Trade.settle(database, [Trade.order(player, "a")])[0].id
        try change("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'full'); END")
        let entry = AuditEntry(id: 0, at: Trade.noon, by: "anna", what: "POST", status: 200)
        let error = await #expect(throws: (any Error).self) {
            try await database.post(Trade.posting(player, 5, "p")) { _ in entry }
        }
        #expect(try "\(#require(error))".contains("full"), "the operator's log needs SQLite's own words")
        await #expect(throws: (any Error).self) {
            try await database.reverse(Trade.reversal(bought, "r")) { _ in entry }
        }
        #expect(try await database.balances(of: player) == ["coins": 0])
        #expect(try await database.order(bought)?.reversal == nil)
    }

    @Test func `nothing of a batch is kept when a wallet that pays can't be changed`() async throws {
        let player = try await Trade.player(database, coins: 100)
        try change("CREATE TRIGGER gone BEFORE UPDATE ON wallet BEGIN SELECT RAISE(IGNORE); END")
        let batch = [Trade.order(player, "a"), Trade.order(player, "b", price: 900)]
        let error = await #expect(throws: (any Error).self) { try await database.settle(batch) }
        #expect(try "\(#require(error))".contains("no such row in wallet"))
        #expect(try await database.balances(of: player) == ["coins": 100])
        #expect(try await database.inventory(of: player).isEmpty)
        #expect(try await database.orders(of: player, before: nil, limit: 9).isEmpty)
    }

    @Test func `refusals are forgotten a thousand at a time, so that orders needn't wait for all`() async throws {
        let players = try await Trade.refuse(125, of: 20, on: database)
        let last = try #require(players.last)
        try change(
            """
            CREATE TRIGGER stop BEFORE DELETE ON purchase WHEN OLD.player = \(last) AND OLD.key = 'no 100'
            BEGIN SELECT RAISE(ABORT, 'stop'); END
            """)
        await #expect(throws: (any Error).self) { try await database.forgetRefusals(before: Trade.noon + .days(1)) }
        var kept = 0
        for player in players { kept += try await database.orders(of: player, before: nil, limit: 999).count }
        #expect(kept == 500)
    }

    /// As another program, or another version, would.
    private func change(_ sql: String) throws {
        try DatabaseQueue(path: folder.file("shelflife.sqlite")).write { try $0.execute(sql: sql) }
    }
}
