import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `Families of refresh tokens in a file` {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("shelflife.sqlite")
    }

    @Test func `a hundred thousand sign-ins of one player leave sixteen rows, and the last costs what the first did`()
        async throws
    {
        let database = try SQLiteDatabase(path: path)
        let before = try await changes(by: database, signIns: 100)
        for _ in 0..<1998 { _ = try await database.signIn(devices(50)) }
        let after = try await changes(by: database, signIns: 100)
        #expect(try query("SELECT COUNT(*) FROM token_family") == 16)
        // Each puts one in and takes one out; of the first hundred sixteen took none out.
        #expect((before, after) == (100 + 84, 200))
    }

    @Test func `what a sign-in and the housekeeping look for is found by an index`() throws {
        _ = try SQLiteDatabase(path: path)
        let ofPlayer = try plan(
            "SELECT id FROM token_family WHERE player = 1 ORDER BY expires_at_ms DESC, id DESC LIMIT -1 OFFSET 15")
        #expect(ofPlayer == ["SEARCH token_family USING COVERING INDEX token_family_of_player (player=?)"])
        let ended = try plan("SELECT id FROM token_family WHERE expires_at_ms < 1 LIMIT 1000")
        #expect(ended == ["SEARCH token_family USING COVERING INDEX token_family_by_end (expires_at_ms<?)"])
    }

    @Test func `of a file with more, those that end last stay, and none that is revoked`() async throws {
        let old = try OldFile(at: path, version: 4)
        try old.run(
            """
            INSERT INTO player VALUES (1, x'01', 5), (2, x'02', 6);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
            INSERT INTO token_family SELECT i, 1, x'07', 10000 - i, i % 2 FROM n;
            INSERT INTO token_family VALUES (501, 2, x'08', 3, 0);
            """)
        let database = try SQLiteDatabase(path: path)
        let kept = try await DatabaseQueue(path: path).read {
            try Int64.fetchAll($0, sql: "SELECT id FROM token_family ORDER BY id")
        }
        #expect(kept == Array(stride(from: 2, through: 32, by: 2)) + [501])
        let answer = try await database.rotate(
            family: 501, presented: [8], next: [9], until: Instant(milliseconds: 9), at: Instant(milliseconds: 2))
        #expect(answer == .rotated(player: 2))
    }

    /// How many rows of the table so many sign-ins change.
    private func changes(by database: SQLiteDatabase, signIns: Int) async throws -> Int {
        try change(
            """
            CREATE TABLE changed (count INTEGER);
            INSERT INTO changed VALUES (0);
            CREATE TRIGGER entered AFTER INSERT ON token_family BEGIN UPDATE changed SET count = count + 1; END;
            CREATE TRIGGER removed AFTER DELETE ON token_family BEGIN UPDATE changed SET count = count + 1; END;
            CREATE TRIGGER updated AFTER UPDATE ON token_family BEGIN UPDATE changed SET count = count + 1; END;
            """)
        _ = try await database.signIn(devices(signIns))
        let count = try query("SELECT count FROM changed")
        try change("DROP TABLE changed; DROP TRIGGER entered; DROP TRIGGER removed; DROP TRIGGER updated")
        return count
    }

    private func devices(_ count: Int) -> [DeviceSignIn] {
        (0..<count).map { _ in
            DeviceSignIn(credential: [1], gifts: [:], token: [7], until: Trade.noon + .days(60), at: Trade.noon)
        }
    }

    private func plan(_ sql: String) throws -> [String] {
        try DatabaseQueue(path: path).read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] }
        }
    }

    private func query(_ sql: String) throws -> Int {
        try #require(try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: sql) })
    }

    private func change(_ sql: String) throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }
}
