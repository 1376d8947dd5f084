import ShelfDatabase
import ShelfModel
import ShelfPostgres
import ShelfSQL
import ShelfTesting
import ShelfVault
import Testing

struct PostgresDatabaseTests {
    private static let promises =
        DatabaseContract.all + DatabaseContract.incarnations + DatabaseContract.trade + DatabaseContract.topUps
        + DatabaseContract.sales + DatabaseContract.withdrawals + DatabaseContract.changes + DatabaseContract.content
        + DatabaseContract.news + DatabaseContract.files + DatabaseContract.pictures
        + DatabaseContract.packs + DatabaseContract.invitations + DatabaseContract.playerEvents

    @Test(.needsPostgres, arguments: promises.indices)
    func `it keeps what every database promises`(index: Int) async throws {
        let promise = Self.promises[index]
        do {
            try await promise.check(PostgresDatabase(TestDatabase().address))
        } catch {
            Issue.record("\(promise.promise): \(error)")
        }
    }

    private static let promisesWhenSealed =
        DatabaseContract.all + DatabaseContract.incarnations + DatabaseContract.changes + DatabaseContract.packs

    @Test(.needsPostgres, arguments: promisesWhenSealed.indices)
    func `sealed by a vault, it keeps what every database promises`(index: Int) async throws {
        let promise = Self.promisesWhenSealed[index]
        let keys = SealingKeys()
        try keys.add([1: [UInt8](repeating: 7, count: 32)])
        let database = try await PostgresDatabase(TestDatabase().address, seals: .sealed(keys))
        _ = try await database.adopt(at: Trade.noon) { [] }
        do {
            try await promise.check(database)
        } catch {
            Issue.record("\(promise.promise): \(error)")
        }
    }

    @Test(.needsPostgres) func `it is adopted as every database promises`() async throws {
        let address = try TestDatabase().address
        try await VaultContract.checkAdoption(PostgresDatabase(address)) {
            try await PostgresDatabase(address, seals: .sealed($0))
        }
    }

    @Test(.needsPostgres, arguments: VaultContract.all.indices)
    func `it keeps what every database promises of its wrapping keys`(index: Int) async throws {
        let (promise, database) = (VaultContract.all[index], try TestDatabase())
        let open: VaultContract.Open = { keys in try await PostgresDatabase(database.address, seals: .sealed(keys)) }
        _ = try await open(VaultContract.keys([1: 7])).adopt(at: Trade.noon) { [] }
        do {
            try await promise.check(open)
        } catch {
            Issue.record("\(promise.promise): \(error)")
        }
    }

    private static let promisesToTwo = ConcurrencyContract.all + ConcurrencyContract.content

    @Test(.needsPostgres, arguments: promisesToTwo.indices)
    func `it keeps what every database promises to two servers`(index: Int) async throws {
        let promise = Self.promisesToTwo[index]
        let database = try TestDatabase()
        do {
            try await promise.check { try await PostgresDatabase(database.address) }
        } catch {
            Issue.record("\(promise.promise): \(error)")
        }
    }

    @Test(.needsPostgres) func `in a new shop, too, an order's key is found by the index of keys`() async throws {
        let address = try TestDatabase().address
        _ = try await PostgresDatabase(address)
        let sql = SettledOrder.lookup.replacing("$1", with: "'{1, 2}'").replacing("$2", with: "'{a, b}'")
        let plan = try TestDatabase.run("EXPLAIN (FORMAT JSON) \(sql)", on: address)
        #expect(plan.contains(#""Index Name": "purchase_player_key_key""#))
    }

    /// Takes back what the third version of the tables and later ones have added.
    private static let before = """
        DROP INDEX withdrawn_once; ALTER TABLE wallet DROP CONSTRAINT wallet_most; DROP TABLE
            picture_variant, picture, file_part, file, content_key, content_bundle, pack_source, pack_release, pack_delta,
            pack_move, friend_code, game_match, match_place, invitation, match_link, player_block,
            player_event, wrapping_key, sealing_server, store_pause, content_zone;
        ALTER TABLE content_version
            DROP COLUMN cancelled_by, DROP COLUMN cancelled_at_ms, DROP COLUMN cancelled_reason
        """

    @Test(.needsPostgres)
    func `tables of the version before get what this one adds, and keep their rows`() async throws {
        let address = try TestDatabase().address
        let entry = AuditEntry(id: 1, at: Trade.noon, by: "anna", what: "GET", status: 200)
        try await PostgresDatabase(address).audit(entry)
        try TestDatabase.run("DELETE FROM schema_version WHERE number >= 2", on: address)
        try TestDatabase.run("ALTER TABLE audit DROP COLUMN route; \(Self.before)", on: address)
        let database = try await PostgresDatabase(address)
        try await database.audit(
            AuditEntry(id: 2, at: Trade.noon, by: "ben", what: "GET", status: 200, route: "GET /v1/admin/audit"))
        let log = try await database.auditLog(before: nil, limit: 9)
        #expect(log.map(\.route) == ["GET /v1/admin/audit", nil])
        #expect(log.last == entry)
    }

    @Test(.needsPostgres)
    func `of several withdrawals of the same that an earlier build made, the first holds on`() async throws {
        let address = try TestDatabase().address
        _ = try await PostgresDatabase(address)
        try TestDatabase.run("DELETE FROM schema_version WHERE number >= 3; \(Self.before)", on: address)
        try TestDatabase.run(
            """
            INSERT INTO withdrawal (store, item, reason, "by", key, at_ms) VALUES
                (NULL, 'kite', 'x', 'anna', 'a', 1000), (NULL, 'kite', 'x', 'anna', 'b', 2000),
                ('main', 'kite', 'x', 'anna', 'c', 3000), (NULL, 'kite', 'x', 'anna', 'd', 4000),
                ('main', NULL, 'x', 'anna', 'e', 5000), ('main', NULL, 'x', 'anna', 'f', 6000)
            """, on: address)
        let withdrawals = try await PostgresDatabase(address).withdrawals(before: nil, limit: 9)
        #expect(withdrawals.filter { $0.lift == nil }.map(\.order.key) == ["e", "c", "a"])
        #expect(withdrawals.compactMap(\.lift?.at.milliseconds) == [6000, 4000, 2000])
        #expect(withdrawals.compactMap(\.lift?.by) == ["server", "server", "server"])
        #expect(withdrawals.filter { $0.lift != nil }.map(\.until.milliseconds) == [666_000, 664_000, 662_000])
        #expect(throws: TestDatabase.Refused.self) {
            try TestDatabase.run(
                """
                INSERT INTO withdrawal (store, item, reason, "by", key, at_ms)
                    VALUES ('main', 'kite', 'x', 'anna', 'g', 7000)
                """, on: address)
        }
    }

    @Test(.needsPostgres)
    func `a wallet that an earlier build let hold more than 2^53 - 1 has a correction in its journal`() async throws {
        let address = try TestDatabase().address
        _ = try await PostgresDatabase(address)
        try TestDatabase.run("DELETE FROM schema_version WHERE number >= 3; \(Self.before)", on: address)
        try TestDatabase.run(
            """
            INSERT INTO player VALUES (1, '\\x01', 0), (2, '\\x02', 0);
            INSERT INTO wallet VALUES (1, 'coins', 9223372036854775807), (1, 'gems', 5), (2, 'coins', 9007199254740991);
            INSERT INTO entry (at_ms, player, currency, amount, counterpart, reason, "by", key) VALUES
                (1000, 1, 'coins', 9223372036854775807, 'grants', 'x', 'anna', 'a'),
                (1000, 1, 'gems', 5, 'grants', 'x', 'anna', 'b'),
                (1000, 2, 'coins', 9007199254740991, 'grants', 'x', 'anna', 'c')
            """, on: address)
        let now = try TestDatabase.now(on: address)
        let database = try await PostgresDatabase(address)
        #expect(try await database.balances(of: 1) == ["coins": 9_007_199_254_740_991, "gems": 5])
        #expect(try await database.unbalancedWallets().isEmpty)
        let entry = try #require(try await database.journal(of: 1, before: nil, limit: 1).first)
        #expect(entry.amount == -9_214_364_837_600_034_816)
        #expect(entry.counterpart == .corrections)
        #expect(entry.by == "server")
        #expect(entry.reason == "more than a wallet can hold" && entry.at >= now)
        #expect(try await database.journal(of: 2, before: nil, limit: 9).map(\.amount) == [9_007_199_254_740_991])
        #expect(throws: TestDatabase.Refused.self) {
            try TestDatabase.run("UPDATE wallet SET balance = balance + 1 WHERE player = 2", on: address)
        }
    }

    @Test func `where no server answers, each attempt fails with words, and frees its connection once`() async throws {
        for _ in 0..<20 {
            let error = await #expect(throws: (any Error).self) {
                try await PostgresDatabase(["host": "/nowhere/at/all", "dbname": "shop"])
            }
            #expect("\(try #require(error))".hasPrefix("the database can't be reached, and nothing was changed: "))
        }
    }

    @Test(arguments: [
        ["host": "/nowhere/very-secret", "password": "very-secret"],
        ["host": "/nowhere/very-secret", "sslpassword": "very-secret"],
        ["sslmode": "very-secret", "user": "very-secret"],
    ])
    func `an error of libpq shows neither the user nor a password`(parameters: [String: String]) async throws {
        let error = await #expect(throws: DatabaseLost.self) { try await PostgresDatabase(parameters) }
        let message = try #require(error).message
        #expect(message.contains("(not shown)") && !message.contains("very-secret"))
    }

    @Test func `a parameter that libpq doesn't know is refused, and isn't shown`() async throws {
        let error = await #expect(throws: UnknownParameter.self) {
            try await PostgresDatabase(["host": "/nowhere/at/all", "very_secret": "x"])
        }
        #expect("\(try #require(error))".hasPrefix("the database's address has a parameter that libpq doesn't know"))
        #expect(!"\(try #require(error))".contains("very_secret"))
    }
}
