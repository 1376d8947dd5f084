import Crypto
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `Keeping files` {
    private static let noon = Instant(milliseconds: 1_800_000_000_000)
    private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    private static let digest = Array(SHA256.hash(data: bytes))

    private let database: any FileDatabase
    private let store: FileStore

    init() throws {
        database = try SQLiteDatabase.inMemory()
        store = FileStore(database: database)
    }

    @Test func `a file is read as it was stored, and files that were never stored are missing`() async throws {
        let other = [UInt8](repeating: 1, count: 32)
        #expect(try await store.renew([Self.digest, other, other], at: Self.noon) == [Self.digest, other])
        #expect(try await store.bytes(of: Self.digest) == nil)
        for _ in 0..<2 { try await store.add(Self.bytes, named: Self.digest, at: Self.noon) }
        #expect(try await store.bytes(of: Self.digest) == Self.bytes)
        #expect(try await store.renew([other, Self.digest, other], at: Self.noon) == [other])
    }

    @Test func `an interrupted upload is resumed`() async throws {
        let file = FileHead(digest: Self.digest, length: Self.bytes.count)
        _ = try await database.beginFile(file, at: Self.noon)
        _ = try await database.addPart(1, of: file, bytes: Array(Self.bytes[file.bytes(of: 1)]))
        try await store.add(Self.bytes, named: Self.digest, at: Self.noon)
        #expect(try await store.bytes(of: Self.digest) == Self.bytes)
    }

    @Test func `bytes with another digest, none, and too many are refused, and nothing of them stays`() async throws {
        let wrong = [UInt8](repeating: 0, count: 32)
        await #expect(throws: FileRefusal.otherDigest(Self.digest)) {
            try await store.add(Self.bytes, named: wrong, at: Self.noon)
        }
        await #expect(throws: FileRefusal.empty) { try await store.add([], named: wrong, at: Self.noon) }
        let long = [UInt8](repeating: 0, count: 64 * 1024 * 1024 + 1)
        await #expect(throws: FileRefusal.tooLong) { try await store.add(long, named: wrong, at: Self.noon) }
        #expect(try await database.fileSpace() == FileSpace(takenBytes: 0))
    }

    @Test func `a shop without room refuses a file, and says how much is taken`() async throws {
        let filler = FileHead(digest: [UInt8](repeating: 9, count: 32), length: 1_073_741_824 - 299_999)
        _ = try await database.beginFile(filler, at: Self.noon)
        await #expect(throws: FileRefusal.noRoom(FileSpace(takenBytes: 1_073_441_825))) {
            try await store.add(Self.bytes, named: Self.digest, at: Self.noon)
        }
    }
}
