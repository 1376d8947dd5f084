import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import ShelfVault
import Testing

/// What another program changes in a sealed database that no server uses.
@Suite struct `A sealed database that was tampered with` {
    private let folder: TemporaryFolder
    private let path: String
    private let database: SQLiteDatabase

    init() async throws {
        folder = try TemporaryFolder()
        path = folder.file("shelflife.sqlite")
        database = try SQLiteDatabase(path: path, seals: .sealed(VaultContract.keys([1: 7])))
        _ = try await database.adopt(at: Trade.noon) { [] }
        let bytes = [UInt8](repeating: 1, count: 32)
        _ = try await database.create(
            StoredStore(id: "main", signingSeed: bytes, scheduleSeed: bytes, cardBytes: 256, createdAt: Trade.noon))
        _ = try await database.add(
            StoredChain(
                id: [UInt8](repeating: 1, count: 16), previous: nil, store: "main", epoch: Trade.noon, slots: 3600,
                lead: .minutes(10), appSecret: bytes, spacing: 300, checkpoints: bytes + bytes))
    }

    private func change(_ sql: String) throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA foreign_keys = OFF; \(sql)") }
    }

    @Test(
        arguments: [
            "lead_ms = 86400000", "epoch_ms = epoch_ms - 3600000", "slots = 300", "spacing = 100",
            "previous = randomblob(16)", "app_secret = NULL",
        ])
    func `releases no key of a chain whose terms were changed`(change: String) async throws {
        #expect(try await database.chains(of: "main").count == 1)
        try self.change("UPDATE chain SET \(change)")
        await #expect(throws: SealingError.self) { try await database.chains(of: "main") }
    }

    @Test func `is neither served nor sealed once more when the list of its wrapping keys was removed`() async throws {
        try change("DELETE FROM wrapping_key")
        await #expect(throws: VaultMismatch.keysMissing) {
            try await database.checkVault(VaultContract.keys([1: 7]))
        }
        await #expect(throws: VaultMismatch.keysMissing) { try await database.adopt(at: Trade.noon) { [] } }
    }

    @Test func `stops no server by numbers that make no sense`() async throws {
        try change("INSERT INTO sealing_server VALUES (randomblob(16), 'x', -1, 1 << 40, \(Trade.noon.milliseconds))")
        let report = try await database.report(
            serverOf: [UInt8](repeating: 1, count: 16), named: "one", at: Trade.noon)
        #expect(report.servers.count == 2)
    }
}
