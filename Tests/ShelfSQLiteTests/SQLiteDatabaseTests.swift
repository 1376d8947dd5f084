import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import Testing

struct SQLiteDatabaseTests {
    @Test("in memory, it keeps what every database promises", arguments: DatabaseContract.all.indices)
    func memoryKeepsThePromise(index: Int) async throws {
        try await DatabaseContract.all[index].check(SQLiteDatabase.inMemory())
    }

    @Test("in a file, it keeps what every database promises", arguments: DatabaseContract.all.indices)
    func fileKeepsThePromise(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.all[index].check(
            SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    @Test(
        "in a file, it keeps what every database promises of incarnations",
        arguments: DatabaseContract.incarnations.indices
    )
    func incarnationContract(_ index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.incarnations[index].check(
            SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    @Test(
        "in memory, it keeps what every database promises of money and goods", arguments: DatabaseContract.trade.indices
    )
    func memoryKeepsThePromiseOfTrade(index: Int) async throws {
        try await DatabaseContract.trade[index].check(SQLiteDatabase.inMemory())
    }

    @Test(
        "in a file, it keeps what every database promises of money and goods", arguments: DatabaseContract.trade.indices
    )
    func fileKeepsThePromiseOfTrade(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.trade[index].check(
            SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    @Test("in memory, it keeps what every database promises of real money", arguments: DatabaseContract.topUps.indices)
    func memoryKeepsThePromiseOfTopUps(index: Int) async throws {
        try await DatabaseContract.topUps[index].check(SQLiteDatabase.inMemory())
    }

    @Test("in a file, it keeps what every database promises of real money", arguments: DatabaseContract.topUps.indices)
    func fileKeepsThePromiseOfTopUps(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.topUps[index].check(
            SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    @Test("in memory, it keeps what every database promises of sales", arguments: DatabaseContract.sales.indices)
    func memoryKeepsThePromiseOfSales(index: Int) async throws {
        try await DatabaseContract.sales[index].check(SQLiteDatabase.inMemory())
    }

    @Test("in a file, it keeps what every database promises of sales", arguments: DatabaseContract.sales.indices)
    func fileKeepsThePromiseOfSales(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.sales[index].check(SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    @Test("it keeps what every database promises of withdrawals", arguments: DatabaseContract.withdrawals.indices)
    func keepsThePromiseOfWithdrawals(index: Int) async throws {
        let folder = try TemporaryFolder()
        for database in [try .inMemory(), try SQLiteDatabase(path: folder.file("shelflife.sqlite"))] {
            try await DatabaseContract.withdrawals[index].check(database)
        }
    }

    @Test("it keeps what every database promises of news", arguments: DatabaseContract.news.indices)
    func keepsThePromiseOfNews(index: Int) async throws {
        let folder = try TemporaryFolder()
        for database in [try .inMemory(), try SQLiteDatabase(path: folder.file("shelflife.sqlite"))] {
            try await DatabaseContract.news[index].check(database)
        }
    }

    @Test("it keeps what every database promises of changed listings", arguments: DatabaseContract.changes.indices)
    func keepsThePromiseOfChanges(index: Int) async throws {
        let folder = try TemporaryFolder()
        for database in [try .inMemory(), try SQLiteDatabase(path: folder.file("shelflife.sqlite"))] {
            try await DatabaseContract.changes[index].check(database)
        }
    }

    @Test(
        "in a file that two have opened, it keeps what every database promises",
        arguments: ConcurrencyContract.all.indices)
    func fileKeepsThePromiseToTwo(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await ConcurrencyContract.all[index].check { try SQLiteDatabase(path: folder.file("shelflife.sqlite")) }
    }

    @Test("in a file, it keeps what every database promises of content", arguments: DatabaseContract.content.indices)
    func fileKeepsThePromiseOfContent(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.content[index].check(SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    @Test(
        "in a file that two have opened, it keeps what every database promises of content",
        arguments: ConcurrencyContract.content.indices)
    func fileKeepsThePromiseOfContentToTwo(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await ConcurrencyContract.content[index].check { try SQLiteDatabase(path: folder.file("shelflife.sqlite")) }
    }

    @Test("several windows are stored in the order of their stores, whatever the order in which they come")
    func windowsAreStoredInOrder() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("shelflife.sqlite")
        let database = try SQLiteDatabase(path: path)
        let stores = ["c", "a", "b"]
        for id in stores {
            _ = try await database.create(
                StoredStore(
                    id: id, signingSeed: [1], scheduleSeed: [2], cardBytes: 256, createdAt: Instant(milliseconds: 3)))
        }
        _ = try await database.publish(
            stores.map { id in
                Publication(
                    previous: nil,
                    window: StoredWindow(
                        store: id, sequence: 1, issuedAt: Instant(milliseconds: 60_000), digest: "d", bytes: [1]),
                    drawn: [], editionsLeft: EditionsLeft())
            })
        let stored = try await DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: #"SELECT store FROM "window" ORDER BY rowid"#)
        }
        #expect(stored == ["a", "b", "c"])
    }

    @Test("a file's commits reach the disk before they return")
    func commitsAreDurable() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.file("shelflife.sqlite"))
        #expect(try await database.synchronousLevel() == 2)
    }

    @Test("a file that is opened again holds what was written")
    func fileIsOpenedAgain() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("shelflife.sqlite")
        let store = StoredStore(
            id: "main", signingSeed: [1], scheduleSeed: [2], cardBytes: 256, createdAt: Instant(milliseconds: 3))
        _ = try await SQLiteDatabase(path: path).create(store)
        #expect(try await SQLiteDatabase(path: path).store("main") == store)
    }
}
