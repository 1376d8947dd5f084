import GRDB
import ShelfDatabase
import ShelfModel
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
        _ = try await database.settle([Trade.order(player, "a")])
        try change("UPDATE purchase SET refusal = 'not_today'")
        await #expect(throws: (any Error).self) { try await database.settled(OrderID(player: player, key: "a")) }
        await #expect(throws: (any Error).self) { try await database.settle([Trade.order(player, "a")]) }
        await #expect(throws: (any Error).self) { try await database.reverse(Trade.reversal(1, "r")) }
        let error = await #expect(throws: (any Error).self) {
            try await database.orders(of: player, before: nil, limit: 9)
        }
        #expect(try "\(#require(error))".contains("not_today in refusal"))
        #expect(try await database.settle([Trade.order(player, "b")])[0].verdict == .refused(.insufficientFunds))
    }

    @Test func `a reversal that this version doesn't know is not none`() async throws {
        let player = try await Trade.player(database, coins: 40)
        _ = try await database.settle([Trade.order(player, "a")])
        _ = try await database.reverse(Trade.reversal(1, "r"))
        try change("UPDATE reversal SET kind = 'exchange'")
        for key in ["r", "s"] {
            await #expect(throws: (any Error).self) { try await database.reverse(Trade.reversal(1, key)) }
        }
        await #expect(throws: (any Error).self) { try await database.order(1) }
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
        _ = try await database.settle([Trade.order(player, "a")])
        try change("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'full'); END")
        let entry = AuditEntry(id: 0, at: Trade.noon, by: "anna", what: "POST", status: 200)
        await #expect(throws: (any Error).self) {
            try await database.post(Trade.posting(player, 5, "p")) { _ in entry }
        }
        await #expect(throws: (any Error).self) {
            try await database.reverse(Trade.reversal(1, "r")) { _ in entry }
        }
        #expect(try await database.balances(of: player) == ["coins": 0])
        #expect(try await database.order(1)?.reversal == nil)
    }

    @Test func `refusals are forgotten a thousand at a time, so that orders needn't wait for all`() async throws {
        let player = try await Trade.player(database)
        _ = try await database.settle(Trade.refused(player, 2500))
        try change(
            """
            CREATE TRIGGER stop BEFORE DELETE ON purchase WHEN OLD.key = 'no 2400'
            BEGIN SELECT RAISE(ABORT, 'stop'); END
            """)
        await #expect(throws: (any Error).self) { try await database.forgetRefusals(before: Trade.noon + .days(1)) }
        #expect(try await database.orders(of: player, before: nil, limit: 2500).count == 500)
    }

    @Test func `a file in which one key took several purchases back is brought up to date`() async throws {
        let path = folder.file("old.sqlite")
        try await Self.oldFile(path)
        let database = try SQLiteDatabase(path: path)
        guard case .reversed(_, _, true) = try await database.reverse(Trade.reversal(1, "k")) else {
            Issue.record("the first is not answered again")
            return
        }
        #expect(try await database.reverse(Trade.reversal(2, "k")) == .keyReused)
        #expect(try await database.reverse(Trade.reversal(3, "k")) == .keyReused)
        let keys = try await database.orders(of: 1, before: nil, limit: 9).map(\.reversal?.key)
        #expect(keys == [nil, "k 2", "k"])
        #expect(try await database.inventory(of: 1) == [OwnedItem(item: "kite", count: 1, numbers: [3])])
    }

    /// As the third version left it, with one key at two purchases of three.
    private static func oldFile(_ path: String) async throws {
        let database = try SQLiteDatabase(path: path)
        let player = try await Trade.player(database, coins: 120)
        _ = try await database.settle(["a", "b", "c"].map { Trade.order(player, $0) })
        for purchase in 1...2 { _ = try await database.reverse(Trade.reversal(Int64(purchase), "k\(purchase)")) }
        try await DatabaseQueue(path: path).write {
            try $0.execute(
                sql: """
                    DROP INDEX reversal_key;
                    DROP INDEX purchase_of_player;
                    DROP INDEX numbered_purchase_of_player;
                    UPDATE reversal SET key = 'k';
                    DELETE FROM grdb_migrations WHERE identifier LIKE '4:%'
                    """)
        }
    }

    /// As another program, or another version, would.
    private func change(_ sql: String) throws {
        try DatabaseQueue(path: folder.file("shelflife.sqlite")).write { try $0.execute(sql: sql) }
    }
}
