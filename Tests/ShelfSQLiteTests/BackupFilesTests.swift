import Foundation
import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `Files in backups` {
    private static let name = "c12fb0010fbd782b0ffcb958d34a9cd29f9c42692ff2f8361f3379ddd0790932"
    private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    private static let digest = stride(from: 0, to: 64, by: 2).map { UInt8(name.dropFirst($0).prefix(2), radix: 16)! }

    private let folder: TemporaryFolder
    private let path: String
    private let database: SQLiteDatabase

    /// A database with one file of two parts.
    init() async throws {
        folder = try TemporaryFolder()
        path = folder.file("shelflife.sqlite")
        database = try SQLiteDatabase(path: path)
        try await store(Self.digest)
    }

    private func store(_ digest: [UInt8]) async throws {
        let file = FileHead(digest: digest, length: Self.bytes.count)
        _ = try await database.beginFile(file, at: Trade.noon)
        for part in file.parts {
            _ = try await database.addPart(part, of: file, bytes: Array(Self.bytes[file.bytes(of: part)]))
        }
        _ = try await database.finishFile(file, at: Trade.noon)
    }

    private func place(_ backup: String) -> String { folder.file("backups/\(backup)/files/\(Self.name)") }

    @discardableResult
    private func backUp(_ backup: String) throws -> BackupFileCounts {
        try SQLiteBackup.write(path, to: folder.file("backups/\(backup)")).files
    }

    private func partsInDatabase(of backup: String) async throws -> Int? {
        try await DatabaseQueue(path: folder.file("backups/\(backup)/shelflife.sqlite")).read {
            try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM file_part")
        }
    }

    private func read(_ digest: [UInt8], of database: SQLiteDatabase) async throws -> [UInt8]? {
        guard let (file, first) = try await database.file(digest) else { return nil }
        var bytes = first
        for part in file.parts.dropFirst() { bytes += try await database.filePart(part, of: digest) ?? [] }
        return bytes
    }

    private func restored(_ backup: String) async throws -> SQLiteDatabase {
        let target = folder.file("restored-\(backup).sqlite")
        _ = try SQLiteBackup.restore(folder.file("backups/\(backup)"), to: target, at: Trade.noon)
        return try SQLiteDatabase(path: target)
    }

    private func number(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }

    @Test func `lie beside the database, are the same on the disk, and outlive the backup before`() async throws {
        #expect(try backUp("one").written == 1)
        #expect(try backUp("two").linked == 1)
        #expect(try number(of: place("one")) == number(of: place("two")))
        #expect(try mode(of: place("two")) == 0o600 && mode(of: folder.file("backups/two/files")) == 0o700)
        #expect(try Data(contentsOf: URL(filePath: place("two"))) == Data(Self.bytes))
        #expect(try await partsInDatabase(of: "two") == 0)
        #expect(try mode(of: folder.file("backups/two/shelflife.sqlite")) == 0o600)
        try FileManager.default.removeItem(atPath: folder.file("backups/one"))
        #expect(try await read(Self.digest, of: restored("two")) == Self.bytes)
    }

    @Test func `that have arrived in part have to be sent anew after a restore`() async throws {
        let file = FileHead(digest: [UInt8](repeating: 1, count: 32), length: FileHead.bytesInPart + 1)
        _ = try await database.beginFile(file, at: Trade.noon)
        #expect(try backUp("one").written == 1)
        #expect(try await restored("one").beginFile(file, at: Trade.noon) == .misses([0, 1]))
    }

    @Test func `are put back only whole`() throws {
        try backUp("one")
        let file = URL(filePath: place("one"))
        for bytes in [Data(Self.bytes.dropLast()), Data([1] + Self.bytes.dropFirst()), Data(Self.bytes + [1]), nil] {
            try FileManager.default.removeItem(at: file)
            try bytes?.write(to: file)
            let target = folder.file("restored.sqlite")
            #expect(throws: BackupError.lostFile(place("one"))) {
                try SQLiteBackup.restore(folder.file("backups/one"), to: target, at: Trade.noon) {
                    Issue.record("room was made for nothing")
                }
            }
            #expect(!FileManager.default.fileExists(atPath: target))
        }
    }

    @Test(arguments: [0o600, 0o644])
    func `are written anew where an earlier backup's is damaged, or others may change it`(mode: Int) async throws {
        try backUp("one")
        let bytes = mode == 0o600 ? [1] + Self.bytes.dropFirst() : Self.bytes
        try Data(bytes).write(to: URL(filePath: place("one")))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place("one"))
        let counts = try backUp("two")
        #expect((counts.linked, counts.written, counts.damaged) == (0, 1, [place("one")]))
        #expect(try await read(Self.digest, of: restored("two")) == Self.bytes)
        #expect(try backUp("three").linked == 1)
    }

    @Test func `stay in the database where their bytes aren't what their names say`() async throws {
        let other = [UInt8](repeating: 7, count: 32)
        try await store(other)
        let counts = try backUp("one")
        #expect((counts.written, counts.unsound) == (1, 1))
        #expect(try await partsInDatabase(of: "one") == 2)
        let restored = try await restored("one")
        #expect(try await read(other, of: restored) == Self.bytes)
        #expect(try await read(Self.digest, of: restored) == Self.bytes)
    }

    @Test func `of a backup of before are in its database, and are put back`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("backups/before"), withIntermediateDirectories: true)
        let copy = try DatabaseQueue(path: folder.file("backups/before/shelflife.sqlite"))
        try DatabaseQueue(path: path).backup(to: copy)
        try copy.close()
        #expect(try await read(Self.digest, of: restored("before")) == Self.bytes)
    }

    @Test func `alone are an unfinished backup`() throws {
        let target = folder.file("backups/two")
        try FileManager.default.createDirectory(atPath: target + "/files", withIntermediateDirectories: true)
        #expect(throws: BackupError.unfinished(target)) { try SQLiteBackup.write(path, to: target) }
    }
}
