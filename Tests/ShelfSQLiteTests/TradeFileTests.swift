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
        await #expect(throws: (any Error).self) {
            try await database.post(Trade.posting(player, 5, "p")) { _ in entry }
        }
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

    @Test func `of a file with two spellings of a currency, the money is in one wallet`() async throws {
        let old = try OldFile(at: folder.file("old.sqlite"), version: 4)
        let (composed, decomposed) = (Trade.composed, Trade.decomposed)
        try old.run(
            """
            INSERT INTO player VALUES (1, x'01', 5), (2, x'02', 6);
            INSERT INTO wallet VALUES
                (1, '\(composed)', 30), (1, '\(decomposed)', 60), (1, 'coins', 9), (2, '\(decomposed)', 4);
            INSERT INTO entry VALUES
                (1, 5, 1, '\(composed)', 30, 'grants', 'gift', 'anna', 'a', NULL),
                (2, 5, 1, '\(decomposed)', 67, 'grants', 'gift', 'anna', 'b', NULL),
                (3, 5, 1, '\(decomposed)', -7, 'sales', 'purchase', 'player', 'k', 1),
                (4, 5, 1, 'coins', 9, 'grants', 'gift', 'anna', 'c', NULL),
                (5, 5, 2, '\(decomposed)', 4, 'topUps', 'top-up', 'app store', 'd', NULL);
            INSERT INTO purchase VALUES
                (1, 1, 'k', 5, 'main', x'05', 3, 2, 0, 'kite', '\(decomposed)', 7, NULL, NULL);
            INSERT INTO owned VALUES (1, 'kite', 1);
            INSERT INTO top_up VALUES ('t', 2, 'gold', '\(decomposed)', 4, 0, NULL, 4);
            """)
        let database = try SQLiteDatabase(path: old.path)
        #expect(try await database.balances(of: 1) == [composed: 90, "coins": 9])
        #expect(try await database.balances(of: 2) == [composed: 4])
        #expect(try await database.unbalancedWallets().isEmpty)
        guard case .reversed(_, 97, false) = try await database.reverse(Trade.reversal(1, "r")) else {
            Issue.record("a refund goes into another wallet")
            return
        }
        let revision = TopUpRevision(transaction: "t", revoked: .whole, signed: Trade.noon)
        _ = try await database.revise(revision, at: Trade.noon)
        #expect(try await database.balances(of: 2) == [composed: 0])
        let spellings = try await DatabaseQueue(path: old.path).read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT currency FROM wallet UNION SELECT currency FROM entry UNION SELECT currency FROM purchase
                    UNION SELECT currency FROM top_up
                    """)
        }
        #expect(Set(spellings.map { Array($0.utf8) }) == [Array(composed.utf8), Array("coins".utf8)])
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

    @Test func `of a file with more refusals, the newest two hundred of each player stay`() async throws {
        let old = try OldFile(at: folder.file("old.sqlite"), version: 4)
        try old.run(
            """
            INSERT INTO player VALUES (1, x'01', 5), (2, x'02', 6);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
            INSERT INTO purchase SELECT i, 1 + i % 3 / 2, 'k' || i, i, 'main', x'05', 3, 2, 0, 'kite', 'coins', 40,
                CASE WHEN i % 9 = 0 THEN NULL ELSE 'sold_out' END, NULL FROM n;
            """)
        // Of the first player, every ninth was sold: 100; and 500 were refused, with the numbers 1 to 900 but those
        // that leave 2 when divided by 3. Of the second, 300 were refused.
        let database = try SQLiteDatabase(path: old.path)
        let first = try await database.orders(of: 1, before: nil, limit: 9999).map(\.settled)
        #expect(first.count(where: \.verdict.isSold) == 100)
        #expect(first.filter { !$0.verdict.isSold }.map(\.id).min() == 541)
        #expect(first.count == 300)
        #expect(try await database.orders(of: 2, before: nil, limit: 9999).count == 200)
        _ = try await database.settle([Trade.order(1, "new", price: 900)])
        #expect(try await database.orders(of: 1, before: nil, limit: 9999).count == 300)
    }

    @Test func `a file in which one key took several purchases back is brought up to date`() async throws {
        let old = try OldFile(at: folder.file("old.sqlite"), version: 3)
        try old.run(Self.threeSold + Self.twoTakenBack)
        let database = try SQLiteDatabase(path: old.path)
        guard case .reversed(_, _, true) = try await database.reverse(Trade.reversal(1, "k")) else {
            Issue.record("the first is not answered again")
            return
        }
        #expect(try await database.reverse(Trade.reversal(2, "k")) == .keyReused)
        #expect(try await database.reverse(Trade.reversal(3, "k")) == .keyReused)
        let keys = try await database.orders(of: 1, before: nil, limit: 9).map(\.reversal?.key)
        #expect(keys == [nil, "k 2", "k"])
        #expect(try await database.inventory(of: 1) == [OwnedItem(item: "kite", count: 1, numbers: [3], card: nil)])
    }

    @Test func `purchases of a file that kept no cards get those that are still listed`() async throws {
        let old = try OldFile(at: folder.file("old.sqlite"), version: 4)
        try old.run(Self.threeSold)
        // The second purchase is of a listing that is still there, with 3 bytes of text; the others are of none.
        try old.run(
            """
            UPDATE purchase SET slot = 4 WHERE id = 2;
            UPDATE purchase SET revision = 1 WHERE id = 3;
            INSERT INTO store VALUES ('main', x'01', x'02', 8, 3);
            INSERT INTO listing VALUES
                ('main', 2, 1800000000000, 0, 60, 'kite', x'05050505050505050505050505050505', 4, x'00037b207d000000', x''),
                ('main', 2, 1800000060000, 0, 60, 'kite', x'05050505050505050505050505050505', 5, x'00027b7d00000000', x'');
            """)
        let database = try SQLiteDatabase(path: old.path)
        let cards = try await database.orders(of: 1, before: nil, limit: 9).map(\.card)
        #expect(cards == [nil, Array("{ }".utf8), nil])
        #expect(try await database.inventory(of: 1).map(\.card) == [nil], "the latest has none")
        _ = try await database.reverse(Trade.reversal(3, "r"))
        #expect(try await database.inventory(of: 1).map(\.card) == [Array("{ }".utf8)])
        let kept = try await DatabaseQueue(path: old.path).read {
            try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM card")
        }
        #expect(kept == 1)
    }

    /// Three purchases of one player.
    private static let threeSold = """
        INSERT INTO player VALUES (1, x'4d', 1800000000000);
        INSERT INTO wallet VALUES (1, 'coins', 0);
        INSERT INTO owned VALUES (1, 'kite', 3);
        INSERT INTO edition VALUES ('kite', 3);
        INSERT INTO purchase VALUES
            (1, 1, 'a', 1800000000000, 'main', x'05050505050505050505050505050505', 3, 2, 0, 'kite', 'coins', 40, NULL, 1),
            (2, 1, 'b', 1800000000000, 'main', x'05050505050505050505050505050505', 3, 2, 0, 'kite', 'coins', 40, NULL, 2),
            (3, 1, 'c', 1800000000000, 'main', x'05050505050505050505050505050505', 3, 2, 0, 'kite', 'coins', 40, NULL, 3);
        INSERT INTO entry VALUES
            (1, 1800000000000, 1, 'coins', 120, 'grants', 'welcome', 'server', 'welcome 1 coins', NULL),
            (2, 1800000000000, 1, 'coins', -40, 'sales', 'purchase', 'player', 'a', 1),
            (3, 1800000000000, 1, 'coins', -40, 'sales', 'purchase', 'player', 'b', 2),
            (4, 1800000000000, 1, 'coins', -40, 'sales', 'purchase', 'player', 'c', 3);
        """

    /// Two of them, with one key.
    private static let twoTakenBack = """
        INSERT INTO reversal VALUES
            (1, 'refund', 'test', 'anna', 'k', 1800000000000), (2, 'refund', 'test', 'anna', 'k', 1800000000000);
        INSERT INTO entry VALUES
            (5, 1800000000000, 1, 'coins', 40, 'sales', 'test', 'anna', 'k', 1),
            (6, 1800000000000, 1, 'coins', 40, 'sales', 'test', 'anna', 'k', 2);
        UPDATE wallet SET balance = 80;
        UPDATE owned SET count = 1;
        """

    /// As another program, or another version, would.
    private func change(_ sql: String) throws {
        try DatabaseQueue(path: folder.file("shelflife.sqlite")).write { try $0.execute(sql: sql) }
    }
}
