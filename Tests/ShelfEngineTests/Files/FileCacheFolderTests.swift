import Foundation
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Files in memory and in a folder` {
    private static let noon = Instant(milliseconds: 0)
    private static let short = [UInt8](repeating: 1, count: 100)
    private static let long = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    private static let head = FileHead(digest: FileDigest.of(long), length: long.count)

    private let root: TemporaryFolder

    init() throws { root = try TemporaryFolder() }

    private func folder(atMost most: Int = 1 << 20) throws -> CopyFolder {
        try CopyFolder(at: root.url.appending(path: "cache"), atMost: most)
    }

    /// A cache on a database that has both files, or none.
    private func cache(_ folder: CopyFolder, isEmpty: Bool = false, atMost most: Int = 2) async throws -> FileCache {
        let store = FileStore(database: try SQLiteDatabase.inMemory())
        for bytes in isEmpty ? [] : [Self.short, Self.long] {
            try await store.add(bytes, named: FileDigest.of(bytes), at: Self.noon)
        }
        return FileCache(files: store, folder: folder, atMost: most)
    }

    private func parts(_ cache: FileCache) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for part in Self.head.parts { bytes += try await cache.part(part, of: Self.head) ?? [] }
        return bytes
    }

    @Test func `are copied when they are first read, and come from the folder from then on`() async throws {
        let folder = try folder()
        let cache = try await cache(folder)
        #expect(try await cache.bytes(of: FileDigest.of(Self.short)) == Self.short)
        #expect(try await parts(cache) == Self.long)
        for folder in [folder, try self.folder()] {
            let later = try await self.cache(folder, isEmpty: true)
            #expect(try await later.bytes(of: FileDigest.of(Self.short)) == Self.short)
            #expect(try await parts(later) == Self.long)
            #expect(later.ready(FileDigest.of(Self.short))?.bytes == Self.short)
        }
    }

    @Test func `come from the database where a copy is damaged, too long, or can't be written`() async throws {
        for kind in ["damaged", "too long", "no folder"] {
            let folder = try folder(atMost: kind == "too long" ? 1000 : 1 << 20)
            let cache = try await cache(folder)
            #expect(try await parts(cache) == Self.long)
            let place = root.url.appending(path: "cache")
            if kind == "damaged" {
                try Data(Self.long.reversed()).write(to: place.appending(path: Hex.encode(Self.head.digest)))
            } else if kind == "no folder" {
                try FileManager.default.removeItem(at: place)
                try Data().write(to: place)
            }
            #expect(try await parts(cache) == Self.long, "\(kind)")
            try FileManager.default.removeItem(at: place)
        }
    }

    @Test func `that the folder didn't take are tried again with other pictures, not for each reader`() async throws {
        let folder = try folder()
        let (cache, place) = (try await cache(folder), root.url.appending(path: "cache"))
        try FileManager.default.removeItem(at: place)
        try Data().write(to: place)
        #expect(try await parts(cache) == Self.long)
        try FileManager.default.removeItem(at: place)
        #expect(try await parts(cache) == Self.long)
        #expect(!folder.has(Self.head.digest))
        cache.follow([Self.head.digest], removed: [])
        await cache.filled()
        #expect(folder.has(Self.head.digest))
    }

    @Test func `are all copied that there is room for, and copies of removed ones go`() async throws {
        let folder = try folder()
        let cache = try await cache(folder)
        cache.follow([Self.head.digest, FileDigest.of(Self.short)], removed: [])
        await cache.filled()
        #expect(folder.has(Self.head.digest) && folder.has(FileDigest.of(Self.short)))
        cache.follow([FileDigest.of(Self.short)], removed: [Self.head.digest])
        await cache.filled()
        #expect(!folder.has(Self.head.digest) && folder.has(FileDigest.of(Self.short)))
        let small = try self.folder(atMost: 500_000)
        let other = try await self.cache(small)
        other.follow([Self.head.digest, FileDigest.of(Self.short)], removed: [])
        await other.filled()
        #expect(!small.has(Self.head.digest) && small.has(FileDigest.of(Self.short)))
    }

    @Test func `are kept in memory when they are read again soon, and not when they are read in turn`() async throws {
        let folder = try folder()
        let store = FileStore(database: try SQLiteDatabase.inMemory())
        let files = (0..<10).map { [UInt8](repeating: $0, count: 100) }
        for bytes in files { try await store.add(bytes, named: FileDigest.of(bytes), at: Self.noon) }
        let cache = FileCache(files: store, folder: folder, atMost: 1000)
        cache.follow(files.map(FileDigest.of), removed: [])
        await cache.filled()
        func isKept(_ number: Int) -> Bool? { cache.ready(FileDigest.of(files[number]))?.isKept }
        for _ in 0..<3 { #expect((0..<10).map(isKept) == Array(repeating: false, count: 10)) }
        #expect([0, 1, 0, 1, 0].map(isKept) == [false, false, true, true, true])
        try FileManager.default.removeItem(at: root.url.appending(path: "cache"))
        #expect((0..<3).map(isKept) == [true, true, nil])
    }
}
