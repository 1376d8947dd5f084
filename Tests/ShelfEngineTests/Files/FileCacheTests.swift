import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfWire
import Testing

@Suite struct `Files in memory` {
    private let store: FileStore
    private let cache: FileCache

    init() throws {
        store = FileStore(database: try SQLiteDatabase.inMemory())
        cache = FileCache(files: store, atMost: 1_000)
    }

    private static func bytes(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 100) }

    private static func digest(_ number: UInt8) -> [UInt8] { FileDigest.of(bytes(number)) }

    private func read(_ number: UInt8) async throws {
        try await store.add(Self.bytes(number), named: Self.digest(number), at: Instant(milliseconds: 0))
        #expect(try await cache.bytes(of: Self.digest(number)) == Self.bytes(number))
    }

    private var ready: [UInt8] { (0..<40).filter { cache.ready(Self.digest($0)) != nil } }

    @Test func `are those that were used last, and never more than there is room for`() async throws {
        for number in UInt8(0)..<4 { try await read(number) }
        #expect(ready == [0, 1, 2, 3])
        for number in UInt8(4)..<40 {
            #expect(cache.ready(Self.digest(0))?.bytes == Self.bytes(0), "one that is used again and again stays")
            try await read(number)
        }
        let last = ready
        #expect(last.first == 0 && last.contains(39) && !last.contains(5) && (2...10).contains(last.count))
    }

    @Test func `aren't one that would push all others out, nor one that isn't stored`() async throws {
        let long = [UInt8](repeating: 1, count: 600)
        try await store.add(long, named: FileDigest.of(long), at: Instant(milliseconds: 0))
        try await read(2)
        #expect(try await cache.bytes(of: FileDigest.of(long)) == long)
        #expect(cache.ready(FileDigest.of(long)) == nil && ready == [2])
        #expect(try await cache.bytes(of: Self.digest(9)) == nil)
    }
}
