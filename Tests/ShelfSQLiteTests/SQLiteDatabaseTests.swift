import Foundation
import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import ShelfVault
import Synchronization
import Testing

struct SQLiteDatabaseTests {
    @Test(arguments: DatabaseContract.all.indices)
    func `in memory, it keeps what every database promises`(index: Int) async throws {
        try await DatabaseContract.all[index].check(SQLiteDatabase.inMemory())
    }

    @Test(arguments: DatabaseContract.all.indices)
    func `in a file, it keeps what every database promises`(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.all[index].check(
            SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    private static let promisesWhenSealed =
        DatabaseContract.all + DatabaseContract.incarnations + DatabaseContract.changes + DatabaseContract.packs

    @Test(arguments: promisesWhenSealed.indices)
    func `sealed by a vault, it keeps what every database promises`(index: Int) async throws {
        let keys = SealingKeys()
        try keys.add([1: [UInt8](repeating: 7, count: 32)])
        let database = try SQLiteDatabase.inMemory(seals: .sealed(keys))
        _ = try await database.adopt(at: Trade.noon) { [] }
        try await Self.promisesWhenSealed[index].check(database)
    }

    @Test func `it is adopted as every database promises`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("shelflife.sqlite")
        try await VaultContract.checkAdoption(SQLiteDatabase(path: path)) {
            try SQLiteDatabase(path: path, seals: .sealed($0))
        }
    }

    @Test(arguments: VaultContract.all.indices)
    func `it keeps what every database promises of its wrapping keys`(index: Int) async throws {
        let folder = try TemporaryFolder()
        let open: VaultContract.Open = { keys in
            try SQLiteDatabase(path: folder.file("shelflife.sqlite"), seals: .sealed(keys))
        }
        _ = try await open(VaultContract.keys([1: 7])).adopt(at: Trade.noon) { [] }
        try await VaultContract.all[index].check(open)
    }

    @Test(
        arguments: DatabaseContract.incarnations.indices
    )
    func `in a file, it keeps what every database promises of incarnations`(_ index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.incarnations[index].check(
            SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    @Test(
        arguments: DatabaseContract.trade.indices
    )
    func `in memory, it keeps what every database promises of money and goods`(index: Int) async throws {
        try await DatabaseContract.trade[index].check(SQLiteDatabase.inMemory())
    }

    @Test(
        arguments: DatabaseContract.trade.indices
    )
    func `in a file, it keeps what every database promises of money and goods`(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.trade[index].check(
            SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    @Test(arguments: DatabaseContract.topUps.indices)
    func `in memory, it keeps what every database promises of real money`(index: Int) async throws {
        try await DatabaseContract.topUps[index].check(SQLiteDatabase.inMemory())
    }

    @Test(arguments: DatabaseContract.topUps.indices)
    func `in a file, it keeps what every database promises of real money`(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.topUps[index].check(
            SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    @Test(arguments: DatabaseContract.sales.indices)
    func `in memory, it keeps what every database promises of sales`(index: Int) async throws {
        try await DatabaseContract.sales[index].check(SQLiteDatabase.inMemory())
    }

    @Test(arguments: DatabaseContract.sales.indices)
    func `in a file, it keeps what every database promises of sales`(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.sales[index].check(SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    @Test(arguments: DatabaseContract.withdrawals.indices)
    func `it keeps what every database promises of withdrawals`(index: Int) async throws {
        let folder = try TemporaryFolder()
        for database in [try .inMemory(), try SQLiteDatabase(path: folder.file("shelflife.sqlite"))] {
            try await DatabaseContract.withdrawals[index].check(database)
        }
    }

    @Test(arguments: DatabaseContract.news.indices)
    func `it keeps what every database promises of news`(index: Int) async throws {
        let folder = try TemporaryFolder()
        for database in [try .inMemory(), try SQLiteDatabase(path: folder.file("shelflife.sqlite"))] {
            try await DatabaseContract.news[index].check(database)
        }
    }

    @Test(arguments: DatabaseContract.files.indices)
    func `it keeps what every database promises of files`(index: Int) async throws {
        let folder = try TemporaryFolder()
        for database in [try .inMemory(), try SQLiteDatabase(path: folder.file("shelflife.sqlite"))] {
            try await DatabaseContract.files[index].check(database)
        }
    }

    @Test(arguments: DatabaseContract.pictures.indices)
    func `it keeps what every database promises of pictures`(index: Int) async throws {
        let folder = try TemporaryFolder()
        for database in [try .inMemory(), try SQLiteDatabase(path: folder.file("shelflife.sqlite"))] {
            try await DatabaseContract.pictures[index].check(database)
        }
    }

    @Test(arguments: DatabaseContract.packs.indices)
    func `it keeps what every database promises of packs`(index: Int) async throws {
        let folder = try TemporaryFolder()
        for database in [try .inMemory(), try SQLiteDatabase(path: folder.file("shelflife.sqlite"))] {
            try await DatabaseContract.packs[index].check(database)
        }
    }

    @Test(arguments: DatabaseContract.invitations.indices)
    func `it keeps what every database promises of invitations`(index: Int) async throws {
        let folder = try TemporaryFolder()
        for database in [try .inMemory(), try SQLiteDatabase(path: folder.file("shelflife.sqlite"))] {
            try await DatabaseContract.invitations[index].check(database)
        }
    }

    @Test(arguments: DatabaseContract.playerEvents.indices)
    func `it keeps what every database promises of players' events`(index: Int) async throws {
        let folder = try TemporaryFolder()
        for database in [try .inMemory(), try SQLiteDatabase(path: folder.file("shelflife.sqlite"))] {
            try await DatabaseContract.playerEvents[index].check(database)
        }
    }

    @Test(arguments: DatabaseContract.changes.indices)
    func `it keeps what every database promises of changed listings`(index: Int) async throws {
        let folder = try TemporaryFolder()
        for database in [try .inMemory(), try SQLiteDatabase(path: folder.file("shelflife.sqlite"))] {
            try await DatabaseContract.changes[index].check(database)
        }
    }

    @Test(arguments: ConcurrencyContract.all.indices)
    func `in a file that two have opened, it keeps what every database promises`(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await ConcurrencyContract.all[index].check { try SQLiteDatabase(path: folder.file("shelflife.sqlite")) }
    }

    @Test(arguments: DatabaseContract.content.indices)
    func `in a file, it keeps what every database promises of content`(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await DatabaseContract.content[index].check(SQLiteDatabase(path: folder.file("shelflife.sqlite")))
    }

    @Test(arguments: ConcurrencyContract.content.indices)
    func `in a file that two have opened, it keeps what every database promises of content`(index: Int) async throws {
        let folder = try TemporaryFolder()
        try await ConcurrencyContract.content[index].check { try SQLiteDatabase(path: folder.file("shelflife.sqlite")) }
    }

    @Test
    func `several windows are stored in the order of their stores, whatever the order in which they come`()
        async throws
    {
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

    @Test func `a call returns only once the commit that it made or read is on the disk`()
        async throws
    {
        let (folder, faults) = (try TemporaryFolder(), DatabaseFaults())
        let told = Mutex<[StorageError]>([])
        let path = folder.file("shelflife.sqlite")
        let database = try SQLiteDatabase(path: path, faults: faults.hook) { fault in told.withLock { $0.append(fault) }
        }
        let player = try await Trade.player(database, coins: 100)
        faults.syncing = true
        let error = await #expect(throws: DatabaseLost.self) { try await database.settle([Trade.order(player, "a")]) }
        #expect(error?.mayBeCommitted == true)
        let read = await #expect(throws: DatabaseLost.self) {
            try await database.settled(OrderID(player: player, key: "a"))
        }
        #expect(read?.mayBeCommitted == false)
        faults.syncing = false
        await #expect(throws: DatabaseLost.self) { try await database.balances(of: player) }
        await #expect(throws: DatabaseLost.self) { try await database.settle([Trade.order(player, "b")]) }
        await #expect(throws: DatabaseLost.self) { try await database.scrub() }
        #expect(told.withLock(\.count) == 1 && told.withLock(\.first)?.path == path)

        let copy = folder.file("copy.sqlite")
        for end in ["", "-wal", "-unsynced"] {
            try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
        }
        let next = try SQLiteDatabase(path: copy)
        #expect(!FileManager.default.fileExists(atPath: copy + "-unsynced"))
        #expect(try await next.settled(OrderID(player: player, key: "a")) != nil)
        #expect(try await next.settled(OrderID(player: player, key: "b")) == nil)
    }

    @Test func `a file that is opened again holds what was written`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("shelflife.sqlite")
        let store = StoredStore(
            id: "main", signingSeed: [1], scheduleSeed: [2], cardBytes: 256, createdAt: Instant(milliseconds: 3))
        _ = try await SQLiteDatabase(path: path).create(store)
        #expect(try await SQLiteDatabase(path: path).store("main") == store)
    }
}
