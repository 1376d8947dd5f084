import Foundation
import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `A database's files` {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("shelflife.sqlite")
    }

    private var modes: [Int] { get throws { try ["", "-wal", "-shm"].map { try mode(of: path + $0) } } }

    @Test func `are their owner's to read and write, and nobody else's`() async throws {
        let database = try SQLiteDatabase(path: path)
        #expect(try await database.store("main") == nil)
        #expect(try modes == [0o600, 0o600, 0o600])
    }

    @Test func `become so when they were laxer before`() async throws {
        let before = try SQLiteDatabase(path: path)
        for ending in ["", "-wal", "-shm"] { chmod(path + ending, 0o664) }
        let database = try SQLiteDatabase(path: path)
        #expect(try modes == [0o600, 0o600, 0o600])
        #expect(try await before.store("main") == nil)
        #expect(try await database.store("main") == nil)
    }

    @Test func `of an earlier version get what a later one adds, and the earlier one refuses them then`() async throws {
        let entry = AuditEntry(id: 1, at: Trade.noon, by: "anna", what: "GET", status: 200)
        try await SQLiteDatabase(path: path).audit(entry)
        let addition = SQLiteSchema.Migration(name: "0.2.0", sql: "ALTER TABLE audit ADD COLUMN mood TEXT")
        let later = try SQLiteDatabase(path: path, schema: SQLiteSchema(SQLiteSchema.migrations + [addition]))
        #expect(try await later.auditLog(before: nil, limit: 9) == [entry])
        let moods = try await DatabaseQueue(path: path).read {
            try Row.fetchAll($0, sql: "SELECT mood FROM audit").count
        }
        #expect(moods == 1)
        #expect(throws: StorageError(path, .newer)) { try SQLiteDatabase(path: path) }
    }

    @Test func `of a build that withdrew the same several times keep the first, which one lift ends`() async throws {
        _ = try SQLiteDatabase(path: path, schema: SQLiteSchema(Array(SQLiteSchema.migrations.prefix(1))))
        try await DatabaseQueue(path: path).write {
            try $0.execute(
                sql: """
                    INSERT INTO withdrawal (store, item, reason, "by", key, at_ms) VALUES
                        (NULL, 'kite', 'x', 'anna', 'a', 1000), (NULL, 'kite', 'x', 'anna', 'b', 2000),
                        ('main', 'kite', 'x', 'anna', 'c', 3000), (NULL, 'kite', 'x', 'anna', 'd', 4000),
                        ('main', NULL, 'x', 'anna', 'e', 5000), ('main', NULL, 'x', 'anna', 'f', 6000);
                    INSERT INTO withdrawal (store, chain, slot, position, revision, start_ms, end_ms, reason, "by", key, at_ms)
                        VALUES ('main', x'05', 1, 2, 0, 1000, 2000, 'x', 'anna', 'g', 7000),
                            ('main', x'05', 1, 2, 0, 1000, 2000, 'x', 'anna', 'h', 8000);
                    """)
        }
        let withdrawals = try await SQLiteDatabase(path: path).withdrawals(before: nil, limit: 9)
        #expect(withdrawals.filter { $0.lift == nil }.map(\.order.key) == ["h", "g", "e", "c", "a"])
        #expect(withdrawals.compactMap(\.lift?.at.milliseconds) == [6000, 4000, 2000])
        #expect(withdrawals.compactMap(\.lift?.by) == ["server", "server", "server"])
        #expect(Set(withdrawals.compactMap(\.lift?.reason)) == ["the same as an earlier withdrawal"])
        #expect(withdrawals.filter { $0.lift != nil }.map(\.until.milliseconds) == [666_000, 664_000, 662_000])
        await #expect(throws: DatabaseError.self) {
            try await DatabaseQueue(path: path).write {
                try $0.execute(
                    sql: """
                        INSERT INTO withdrawal (store, item, reason, "by", key, at_ms)
                            VALUES ('main', 'kite', 'x', 'anna', 'i', 9000)
                        """)
            }
        }
    }

    @Test func `of a build that let wallets hold more than 2^53 - 1 have a correction in their journal`() async throws {
        _ = try SQLiteDatabase(path: path, schema: SQLiteSchema(Array(SQLiteSchema.migrations.prefix(2))))
        try await DatabaseQueue(path: path).write {
            try $0.execute(
                sql: """
                    INSERT INTO player VALUES (1, x'01', 0), (2, x'02', 0);
                    INSERT INTO wallet VALUES (1, 'coins', 9223372036854775807), (1, 'gems', 5),
                        (2, 'coins', 9007199254740991);
                    INSERT INTO entry (at_ms, player, currency, amount, counterpart, reason, "by", key) VALUES
                        (1000, 1, 'coins', 9223372036854775807, 'grants', 'x', 'anna', 'a'),
                        (1000, 1, 'gems', 5, 'grants', 'x', 'anna', 'b'),
                        (1000, 2, 'coins', 9007199254740991, 'grants', 'x', 'anna', 'c');
                    """)
        }
        let database = try SQLiteDatabase(path: path)
        #expect(try await database.balances(of: 1) == ["coins": 9_007_199_254_740_991, "gems": 5])
        #expect(try await database.balances(of: 2) == ["coins": 9_007_199_254_740_991])
        #expect(try await database.unbalancedWallets().isEmpty)
        let entry = try #require(try await database.journal(of: 1, before: nil, limit: 1).first)
        #expect(entry.amount == -9_214_364_837_600_034_816)
        #expect(entry.counterpart == .corrections)
        #expect(entry.by == "server")
        #expect(entry.reason == "more than a wallet can hold")
        // The real clock's, between 2020 and 2100.
        #expect((1_577_836_800_000..<4_102_444_800_000).contains(entry.at.milliseconds))
        #expect(try await database.journal(of: 2, before: nil, limit: 9).map(\.amount) == [9_007_199_254_740_991])
        await #expect(throws: DatabaseError.self) {
            try await DatabaseQueue(path: path).write {
                try $0.execute(sql: "UPDATE wallet SET balance = balance + 1 WHERE player = 2")
            }
        }
    }

    @Test func `of a build from before the first version are refused by what they are, and stay`() async throws {
        let former = try DatabaseQueue(path: path)
        try await former.write {
            try $0.execute(
                sql: """
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES
                        ('1: stores, chains, listings, windows'), ('16: a card names its currency');
                    CREATE TABLE store (id TEXT)
                    """)
        }
        #expect(throws: StorageError(path, .formerBuild)) { try SQLiteDatabase(path: path) }
        #expect(throws: StorageError(path, .formerBuild)) { try SQLiteShop.source(at: path) }
        let tables = try await former.read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        }
        #expect(tables == ["grdb_migrations", "store"])
    }

    @Test func `that another program has made are refused by what they are, and get no tables`() async throws {
        let other = try DatabaseQueue(path: path)
        try await other.write { try $0.execute(sql: "CREATE TABLE cat (name TEXT)") }
        #expect(throws: StorageError(path, .foreign)) { try SQLiteDatabase(path: path) }
        #expect(try await other.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master") } == ["cat"])
    }

    @Test func `that a first start has left without tables of its own are taken`() async throws {
        try await DatabaseQueue(path: path).write {
            try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        #expect(try await SQLiteDatabase(path: path).store("main") == nil)
    }

    @Test func `that are no database are refused by what they are, and left alone`() throws {
        let text = Data("no database at all, though it is long enough to have a header of a hundred bytes. ".utf8)
        try (text + text).write(to: URL(filePath: path))
        #expect(throws: StorageError(path, .damaged)) { try SQLiteDatabase(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == text + text)
    }

    @Test func `in a folder that isn't there are refused by the path`() {
        let path = folder.file("none/shelflife.sqlite")
        #expect(throws: StorageError(path, .missing)) { try SQLiteDatabase(path: path) }
    }
}
