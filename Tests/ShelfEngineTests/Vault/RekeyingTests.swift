import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import ShelfVault
import Testing

@Suite struct `A server that follows its database's wrapping key` {
    private let time = ManualTimeline(at: Trade.noon)

    /// Sleeps by moving the clock.
    private var timeline: Timeline {
        Timeline(
            id: "manual", nowUs: { time.nowUs }, uncertaintyUs: { 0 }, wanderUs: { 0 },
            sleep: { time.nowUs = max(time.nowUs, $0) })
    }

    private func server(_ keys: SealingKeys, _ number: UInt8, _ path: String) throws -> Rekeying {
        Rekeying(
            keys: keys, database: try SQLiteDatabase(path: path, seals: .sealed(keys)),
            id: [UInt8](repeating: number, count: 16), name: "server \(number)", timeline: timeline,
            logger: LogRecorder().logger)
    }

    @Test func `seals under a newer key once the others know it, and brings what is there after it`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("shelflife.sqlite")
        let (first, second) = (try VaultContract.keys([1: 7]), try VaultContract.keys([1: 7]))
        let database = try SQLiteDatabase(path: path, seals: .sealed(first))
        _ = try await database.adopt(at: Trade.noon) { [] }
        _ = try await database.keep(secret: [UInt8](repeating: 3, count: 32), as: "tokens")
        let (one, two) = (try server(first, 1, path), try server(second, 2, path))
        for server in [one, two] { try await server.turn() }

        try first.add([2: [UInt8](repeating: 8, count: 32)])
        time.now = time.now + .seconds(10)
        try await one.turn()
        #expect(first.sealing == 1)
        #expect(try await one.status().contains("wrapping-key-2 waits for: server 2"))
        try second.add([2: [UInt8](repeating: 8, count: 32)])
        try await two.turn()
        #expect(second.sealing == 2)
        #expect(try await database.valuesSealed(underOthersThan: 2) > 0)

        for server in [one, two] { try await server.turn() }
        #expect(first.sealing == 2)
        #expect(try await database.valuesSealed(underOthersThan: 2) == 0)
        #expect(try await database.wrappingKeys().last?.wholeAt == nil)
        for _ in 0..<2 {
            time.now = time.now + .seconds(10)
            for server in [one, two] { try await server.turn() }
        }
        #expect(try await database.wrappingKeys().last?.wholeAt != nil)
        #expect(try await one.status().contains("sealed under: wrapping-key-2"))
        #expect(try await !one.status().contains("still"))
    }

    @Test func `says which key it lacks when the others have gone on without it`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("shelflife.sqlite")
        let (ahead, behind) = (try VaultContract.keys([1: 7, 2: 8]), try VaultContract.keys([1: 7]))
        ahead.seal(with: 1)
        let adopting = try SQLiteDatabase(path: path, seals: .sealed(behind))
        _ = try await adopting.adopt(at: Trade.noon) { [] }
        try await server(ahead, 1, path).turn()
        #expect(ahead.sealing == 2)
        await #expect(throws: SealingError.missingKey(2)) { try await server(behind, 2, path).turn() }
    }
}
