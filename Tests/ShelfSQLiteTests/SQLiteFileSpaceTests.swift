import Foundation
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `The space for files, looked at beside a server` {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("shelflife.sqlite")
    }

    @Test func `is told while the database is open, of its log too`() async throws {
        let database = try SQLiteDatabase(path: path)
        _ = try await database.beginFile(
            FileHead(digest: [UInt8](repeating: 1, count: 32), length: 700), at: Trade.noon)
        #expect(FileSpace(ofDatabaseAt: path) == FileSpace(takenBytes: 700))
    }

    @Test func `isn't told where there is no database, or one that only a server may open`() throws {
        #expect(FileSpace(ofDatabaseAt: path) == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try SQLiteDatabase(path: path)
        #expect(FileSpace(ofDatabaseAt: path) != nil)
        try Data().write(to: URL(filePath: path + "-unsynced"))
        #expect(FileSpace(ofDatabaseAt: path) == nil)
    }
}
