import ShelfDatabase
import ShelfModel
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
