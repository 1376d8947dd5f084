import Foundation
import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `A backup of a file` {
    private let folder: TemporaryFolder
    private let path: String
    private let database: SQLiteDatabase

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("shelflife.sqlite")
        database = try SQLiteDatabase(path: path)
    }

    @Test func `holds what was written before it, though the database is open and its log not yet copied`() async throws
    {
        let player = try await sell("a").order.id.player
        let contents = try SQLiteBackup.write(path, to: folder.file("copy"))
        try await sell("b")
        #expect((contents.stores?.count, contents.players, contents.purchases) == (1, 1, 1))
        #expect(contents.newestWindow == nil)
        let copy = try SQLiteDatabase(path: folder.file("copy/shelflife.sqlite"))
        #expect(try await copy.orders(of: player, before: nil, limit: 9).map(\.settled.order.id.key) == ["a"])
        #expect(try await copy.store("main") == Self.store)
        #expect(try await copy.restoredAt() == nil)
    }

    @Test func `is one file that only its owner may read, in such a folder`() async throws {
        try await sell("a")
        _ = try SQLiteBackup.write(path, to: folder.file("new/copy"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("new/copy")) == ["shelflife.sqlite"])
        #expect(try mode(of: folder.file("new/copy")) == 0o700)
        #expect(try mode(of: folder.file("new/copy/shelflife.sqlite")) == 0o600)
        let journal = try await DatabaseQueue(path: folder.file("new/copy/shelflife.sqlite")).read {
            try String.fetchOne($0, sql: "PRAGMA journal_mode")
        }
        #expect(journal == "delete")
    }

    @Test func `goes into an empty folder, and into no other`() async throws {
        try await sell("a")
        let target = folder.file("copy")
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        _ = try SQLiteBackup.write(path, to: target)
        let first = try Data(contentsOf: URL(filePath: target + "/shelflife.sqlite"))
        try await sell("b")
        #expect(throws: BackupError.folderInUse(target)) { try SQLiteBackup.write(path, to: target) }
        #expect(try Data(contentsOf: URL(filePath: target + "/shelflife.sqlite")) == first)
    }

    @Test func `that was broken off is neither overwritten nor restored, and is called unfinished`() async throws {
        let target = folder.file("copy")
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        try Data("half".utf8).write(to: URL(filePath: target + "/shelflife.sqlite.part"))
        #expect(throws: BackupError.unfinished(target)) { try SQLiteBackup.write(path, to: target) }
        #expect(throws: BackupError.unfinished(target)) {
            try SQLiteBackup.restore(target, to: folder.file("new"), at: Trade.noon)
        }
        #expect(try Data(contentsOf: URL(filePath: target + "/shelflife.sqlite.part")) == Data("half".utf8))
    }

    @Test func `is not made of what is not there, of another program's database, or of a damaged one`() async throws {
        let none = folder.file("none.sqlite")
        #expect(throws: BackupError.noDatabase(none)) { try SQLiteBackup.write(none, to: folder.file("copy")) }
        #expect(!FileManager.default.fileExists(atPath: none))

        let others = folder.file("others.sqlite")
        try await DatabaseQueue(path: others).write { try $0.execute(sql: "CREATE TABLE t (a)") }
        #expect(throws: StorageError(others, .damaged)) { try SQLiteBackup.write(others, to: folder.file("copy")) }

        let damaged = folder.file("damaged.sqlite")
        try await sell("a")
        _ = try SQLiteBackup.write(path, to: folder.file("good"))
        var bytes = try Data(contentsOf: URL(filePath: folder.file("good/shelflife.sqlite")))
        let start = try await DatabaseQueue(path: folder.file("good/shelflife.sqlite")).read {
            let root = try Int.fetchOne(
                $0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_purchase_1'")!
            return try (root - 1) * Int.fetchOne($0, sql: "PRAGMA page_size")!
        }
        bytes[start + 3] = 0
        bytes[start + 4] = 0
        try bytes.write(to: URL(filePath: damaged))
        let error = #expect(throws: BackupError.self) { try SQLiteBackup.write(damaged, to: folder.file("copy")) }
        #expect(try "\(#require(error))".contains("\(damaged) is damaged, so its copy was not kept: "))
        #expect(!FileManager.default.fileExists(atPath: folder.file("copy")))
    }

    @Test func `is neither made of what a shop has left, nor put back from there`() async throws {
        try await sell("a")
        let shop = try SQLiteShop.source(at: path)
        try await shop.hold()
        try await shop.leave(for: "postgresql:///shop")
        #expect(throws: BackupError.moved(path, to: "postgresql:///shop")) {
            try SQLiteBackup.write(path, to: folder.file("copy"))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("copy")))
        try FileManager.default.createDirectory(atPath: folder.file("raw"), withIntermediateDirectories: false)
        let raw = folder.file("raw/shelflife.sqlite")
        try FileManager.default.copyItem(atPath: path, toPath: raw)
        #expect(throws: BackupError.moved(raw, to: "postgresql:///shop")) {
            try SQLiteBackup.restore(folder.file("raw"), to: folder.file("new"), at: Trade.noon) {
                Issue.record("room was made for nothing")
            }
        }
        let again = try SQLiteShop.source(at: path)
        await #expect(throws: ShopMoved(to: "postgresql:///shop")) { try await again.hold() }
        try await again.letGo()
        #expect(try SQLiteShop.destination(from: path) == "postgresql:///shop")
    }

    @Test func `that is put back holds what it held, and is marked`() async throws {
        let player = try await sell("a").order.id.player
        _ = try SQLiteBackup.write(path, to: folder.file("copy"))
        let target = folder.file("back.sqlite")
        let contents = try SQLiteBackup.restore(folder.file("copy"), to: target, at: Trade.noon)
        #expect((contents.stores?.count, contents.players, contents.purchases) == (1, 1, 1))
        #expect(try mode(of: target) == 0o600)
        let restored = try SQLiteDatabase(path: target)
        #expect(try await restored.restoredAt() == Trade.noon)
        #expect(try await restored.store("main") == Self.store)
        #expect(try await restored.balances(of: player) == ["coins": 60])
    }

    @Test func `that is put back in the place of another leaves pictures removed that are removed there`() async throws
    {
        func store(_ number: UInt8) async throws -> StoredPicture {
            let head = FileHead(digest: [UInt8](repeating: number, count: 32), length: 1)
            _ = try await database.beginFile(head, at: Trade.noon)
            _ = try await database.addPart(0, of: head, bytes: [number])
            _ = try await database.finishFile(head, at: Trade.noon)
            let picture = StoredPicture(
                master: [UInt8](repeating: number, count: 32),
                picture: Picture(name: [UInt8](repeating: number, count: 16), thumbHash: .longest),
                variants: [StoredPicture.Variant(width: 96, file: head.digest)])
            return try #require(try await database.add(picture, at: Trade.noon))
        }
        let (early, kept) = (try await store(1), try await store(2))
        _ = try SQLiteBackup.write(path, to: folder.file("copy"))
        let late = try await store(3)
        let removal = StoredPicture.Removal(at: Trade.noon, reason: "not ours")
        for picture in [early, late] {
            _ = try await database.removePicture(named: picture.picture.name, removal) { _ in nil }
        }
        let contents = try SQLiteBackup.restore(folder.file("copy"), to: path, at: Trade.noon) {
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        }
        #expect(contents.removalsKept == 2)
        let pictures = try await SQLiteDatabase(path: path).pictures()
        #expect(pictures.map(\.removal) == [removal, nil, removal])
        #expect(pictures.map(\.picture.name) == [early, kept, late].map(\.picture.name))
        #expect(pictures.map(\.variants) == [early, kept, late].map(\.variants))
    }

    @Test func `that is put back in the place of an older version's database leaves its removed pictures removed`()
        async throws
    {
        _ = try SQLiteBackup.write(path, to: folder.file("copy"))
        let former = SQLiteSchema.migrations.prefix { $0.name != "pictures by pipeline" }
        let older = folder.file("older.sqlite")
        _ = try SQLiteDatabase(path: older, schema: SQLiteSchema(Array(former)))
        let master = [UInt8](repeating: 1, count: 32)
        try await DatabaseQueue(path: older).write { database in
            try database.execute(
                sql: """
                    INSERT INTO picture (master, name, thumb, renewed_at_ms, removed_at_ms, removal_reason)
                    VALUES (?, ?, ?, 0, 7, 'not ours')
                    """,
                arguments: [
                    Data(master), Data(repeating: 2, count: 16), Data(ThumbHash.longest.bytes),
                ])
        }
        let contents = try SQLiteBackup.restore(folder.file("copy"), to: older, at: Trade.noon) {
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: older + ending) }
        }
        #expect(contents.removalsKept == 1)
        let pictures = try await SQLiteDatabase(path: older).pictures()
        #expect(pictures.map(\.master) == [master])
        #expect(pictures.map(\.removal?.reason) == ["not ours"])
    }

    @Test func `that is put back twice says when it was last`() async throws {
        _ = try SQLiteBackup.write(path, to: folder.file("copy"))
        _ = try SQLiteBackup.restore(folder.file("copy"), to: folder.file("once.sqlite"), at: Trade.noon)
        _ = try SQLiteBackup.write(folder.file("once.sqlite"), to: folder.file("copy of it"))
        _ = try SQLiteBackup.restore(
            folder.file("copy of it"), to: folder.file("twice.sqlite"), at: Trade.noon + .minutes(5))
        let twice = try SQLiteDatabase(path: folder.file("twice.sqlite"))
        #expect(try await twice.restoredAt() == Trade.noon + .minutes(5))
    }

    @Test func `takes the place of another only once it is whole, and only when that has gone`() async throws {
        let purchase = try await sell("a").id
        _ = try SQLiteBackup.write(path, to: folder.file("copy"))
        #expect(throws: BackupError.folderInUse(path)) {
            try SQLiteBackup.restore(folder.file("copy"), to: path, at: Trade.noon)
        }
        #expect(throws: BackupError.noDatabase(folder.file("none/shelflife.sqlite"))) {
            try SQLiteBackup.restore(folder.file("none"), to: path, at: Trade.noon) {
                Issue.record("room was made for nothing")
            }
        }
        try Data("no database".utf8).write(to: URL(filePath: folder.file("copy/shelflife.sqlite")))
        #expect(throws: StorageError(folder.file("copy/shelflife.sqlite"), .damaged)) {
            try SQLiteBackup.restore(folder.file("copy"), to: path, at: Trade.noon) {
                Issue.record("room was made for nothing")
            }
        }
        #expect(try await database.order(purchase) != nil)
    }

    private static let store = StoredStore(
        id: "main", signingSeed: [1], scheduleSeed: [2], cardBytes: 256, createdAt: Instant(milliseconds: 3))

    /// - Returns: the order, which was sold.
    @discardableResult
    private func sell(_ key: String) async throws -> SettledOrder {
        _ = try await database.create(Self.store)
        let player = try await Trade.player(database, coins: 100)
        _ = try await database.settle([Trade.order(player, key)])
        return try #require(try await database.settled(OrderID(player: player, key: key)))
    }
}
