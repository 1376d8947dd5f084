import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `A file that was restored` {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("shelflife.sqlite")
    }

    @Test func `says so until the next incarnation begins`() async throws {
        let database = try SQLiteDatabase(path: path)
        try change("INSERT INTO restored VALUES (1700000000000), (1800000000000)")
        #expect(try await database.restoredAt() == Trade.noon)
        _ = try await database.beginIncarnation(after: 7, at: Trade.noon)
        #expect(try await database.restoredAt() == Trade.noon, "no incarnation has begun")
        _ = try await database.beginIncarnation(after: 1, at: Trade.noon)
        #expect(try await database.restoredAt() == nil)
        try change("INSERT INTO restored VALUES (1800000060000)")
        #expect(try await database.restoredAt() == Trade.noon + .minutes(1), "it may be restored again")
    }

    @Test func `has another identity than any other file, and keeps it`() async throws {
        let other = try await SQLiteDatabase(path: folder.file("other.sqlite")).identity()
        let first = try await SQLiteDatabase(path: path).identity()
        #expect(first != other)
        #expect(try await SQLiteDatabase(path: path).identity() == first)
    }

    private func change(_ sql: String) throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }
}
