import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
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

    /// How many rows of the table a number of sign-ins changes.
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
