import CSQLite
import Foundation
import ShelfModel
import ShelfPacks
import ShelfWire
import Testing

@Suite struct `Packs as files` {
    private static let pack = Pack(
        id: "warehouse", engine: 3,
        levels: (1...30).map { number in
            Level(
                id: "level-\(number)", title: "Ebene “\(number)”", author: number % 2 == 0 ? "Ana" : nil,
                tags: number % 3 == 0 ? ["easy", "short"] : [], background: number % 5 == 0 ? nil : "brick",
                map: (0..<40 * number).map { UInt8(truncatingIfNeeded: $0 * number) })
        })

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String = "pack %20?#.sqlite") -> String { folder.appending(path: name).path }

    private func written() throws -> String {
        try PackSnapshot.write(Self.pack, to: path())
        return path()
    }

    /// What anybody can do with an SQLite database.
    private static func run(_ sql: String, on path: String) throws {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        try #require(sqlite3_open(path, &database) == SQLITE_OK)
        try #require(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
    }

    @Test func `a snapshot has every level at its place, and is the same whenever it is made`() throws {
        let path = try written()
        let snapshot = try PackSnapshot(path)
        #expect(try snapshot.read() == Self.pack)
        #expect((snapshot.pack, snapshot.engine, snapshot.count) == ("warehouse", 3, 30))
        #expect(try snapshot.level(at: 7) == Self.pack.levels[6])
        #expect(try snapshot.level(at: 0) == nil && snapshot.level(at: 31) == nil)
        #expect(try snapshot.place(of: "level-30") == 30)
        #expect(try snapshot.place(of: "level-31") == nil)
        try PackSnapshot.write(Self.pack, to: self.path("again"))
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(contentsOf: URL(filePath: self.path("again"))))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2, "nothing is left beside it")
    }

    @Test func `a snapshot with any byte changed is the same pack or none`() throws {
        let good = try Data(contentsOf: URL(filePath: try written()))
        var refused = 0
        for place in stride(from: 0, to: good.count, by: 7) {
            var bytes = good
            bytes[place] ^= 0x55
            try bytes.write(to: URL(filePath: path("changed")))
            do throws(PackFault) {
                #expect(try PackSnapshot(path("changed")).read() == Self.pack)
            } catch {
                refused += 1
            }
        }
        #expect(refused > good.count / 14, "most bytes matter")
    }

    @Test func `a database with anything more than a pack, or anything else, is refused before its rows are read`()
        throws
    {
        let more = [
            "CREATE VIEW extra AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c",
            "CREATE TRIGGER extra AFTER INSERT ON pack BEGIN DELETE FROM levels; END",
            "CREATE TABLE extra(a)", "CREATE INDEX extra ON levels(background)",
            "ALTER TABLE levels ADD COLUMN more TEXT",
            "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'CREATE VIEW levels AS SELECT 1' WHERE name = 'levels'",
        ]
        for sql in more {
            let path = try written()
            try Self.run(sql, on: path)
            #expect(throws: PackFault.unreadable, "\(sql)") { try PackSnapshot(path).read() }
        }
        try Data("SQLite format 3\0".utf8).write(to: URL(filePath: path("short")))
        #expect(throws: PackFault.unreadable) { try PackSnapshot(path("short")) }
        #expect(throws: PackFault.self) { try PackSnapshot(path("none")) }
    }

    @Test func `rows that were changed are told by the digest`() throws {
        let path = try written()
        try Self.run("UPDATE level_info SET title = 'other' WHERE ix = 4", on: path)
        #expect(throws: PackFault.otherContent) { try PackSnapshot(path).read() }
    }

    @Test func `a delta is small, states its length, and inflates to no more`() throws {
        let after = Pack(id: "warehouse", engine: 3, levels: Array(Self.pack.levels.reversed()))
        let delta = PackDelta(from: Self.pack, to: after)
        let bytes = PackDeltaFile.bytes(of: delta)
        #expect(try PackDeltaFile.read(bytes).applied(to: Self.pack) == after)
        #expect(bytes.count < 400)
        for length in [delta.bytes.count - 1, delta.bytes.count + 1, 0] {
            let other = bytes[..<8] + BigEndian.bytes(UInt64(length)) + bytes[16...]
            #expect(throws: PackFault.unreadable) { try PackDeltaFile.read(Array(other)) }
        }
        #expect(throws: PackFault.tooLarge) {
            try PackDeltaFile.read(Array(bytes[..<8] + BigEndian.bytes(UInt64.max) + bytes[16...]))
        }
        #expect(throws: PackFault.unreadable) { try PackDeltaFile.read(bytes + [0]) }
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 0x10
            // Deflate has bits that mean nothing.
            let made = try? PackDeltaFile.read(changed).applied(to: Self.pack)
            #expect(made == nil || made == after, "byte \(place)")
        }
    }
}

@Suite struct `A pack's bundle` {
    private static let files = [
        ContentFile(path: "maps/b.xsb", bytes: [0, 255, 10]), ContentFile(path: "pack.yaml", bytes: Array("x: 1".utf8)),
    ]

    @Test func `has a folder's files, byte for byte and in one order`() throws {
        let bytes = PackBundle.bytes(of: Self.files)
        #expect(PackBundle.bytes(of: Self.files.reversed()) == bytes)
        #expect(try PackBundle.read(bytes) == Self.files)
    }

    @Test func `with any bit turned is refused, or the same`() {
        let bytes = PackBundle.bytes(of: Self.files)
        for index in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[index] ^= 1 << bit
                let read = try? PackBundle.read(other)
                #expect(read == nil || read == Self.files, "byte \(index), bit \(bit)")
            }
        }
    }

    @Test func `leads nowhere out of the folder, and has each file once`() {
        for files in [[ContentFile(path: "../a", bytes: [])], [Self.files[0], Self.files[0]]] {
            #expect(throws: PackFault.unreadable) { try PackBundle.read(PackBundle.bytes(of: files)) }
        }
    }
}
