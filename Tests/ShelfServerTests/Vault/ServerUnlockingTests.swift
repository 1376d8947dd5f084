import Foundation
import ShelfEngine
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfVault
import Synchronization
import Testing

@Suite struct `A server's unlocking` {
    private let folder: TemporaryFolder
    private let vault: ServerVault
    private let database: SQLiteDatabase

    init() async throws {
        folder = try TemporaryFolder()
        vault = ServerVault(path: folder.file("vault.age"))
        database = try SQLiteDatabase(path: folder.file("shelflife.sqlite"), seals: .sealed(vault.keys))
        try write(wrappingKey: 7)
        let adopted = ServerVault(path: vault.path)
        try adopted.take(adopted.read(with: Self.words))
        _ = try await SQLiteDatabase(path: folder.file("shelflife.sqlite"), seals: .sealed(adopted.keys))
            .adopt(at: Trade.noon) { [] }
    }

    private static var words: SecretBytes { SecretBytes(Array("zoom abacus".utf8)) }

    /// Writes a vault whose wrapping key has 32 equal bytes.
    private func write(wrappingKey byte: UInt8, _ more: [String: String] = [:]) throws {
        var vault = Vault()
        let key = Data(repeating: byte, count: 32).base64EncodedString().replacing("=", with: "")
        try vault.add("wrapping-key-1", key.replacing("+", with: "-").replacing("/", with: "_"))
        for (name, secret) in more { try vault.add(name, secret) }
        var form = AgeFile.Form()
        form.workFactor = 1
        try Data(AgeFile.seal(vault.bytes, with: Self.words, in: form)).write(to: URL(filePath: self.vault.path))
    }

    private func running(_ onReload: @escaping @Sendable () -> Void = {}) -> ServerUnlocking.Running {
        let rekeying = Rekeying(
            keys: vault.keys, database: database, id: [UInt8](repeating: 1, count: 16), name: "one",
            timeline: ManualTimeline(at: Trade.noon).timeline,
            logger: LogRecorder().logger)
        return ServerUnlocking.Running(rekeying: rekeying) { onReload() }
    }

    @Test func `is answered once the server runs`() async throws {
        let unlocking = try await ServerUnlocking(vault, database, logger: LogRecorder().logger)
        #expect(unlocking.isLocked)
        #expect(await unlocking.status().hasPrefix("locked"))
        let opening = Task {
            try await unlocking.waitUntilOpen()
            unlocking.note(running())
        }
        #expect(await unlocking.unlock(Self.words) == .unlocked("unlocked"))
        try await opening.value
        #expect(await unlocking.status().hasPrefix("unlocked\nkeys known here: wrapping-key-1"))
    }

    @Test func `takes no vault that the database isn't sealed by, and the right one afterwards`() async throws {
        let unlocking = try await ServerUnlocking(vault, database, logger: LogRecorder().logger)
        try write(wrappingKey: 9)
        guard case .failed(let why) = await unlocking.unlock(Self.words) else {
            Issue.record("another vault is taken")
            return
        }
        #expect(why.contains("another vault's “wrapping-key-1”"))
        #expect(unlocking.isLocked)
        try write(wrappingKey: 7)
        unlocking.note(running())
        #expect(await unlocking.unlock(Self.words) == .unlocked("unlocked"))
    }

    @Test func `tells a wrong passphrase from a file that can't be read`() async throws {
        let unlocking = try await ServerUnlocking(vault, database, logger: LogRecorder().logger)
        guard case .wrong = await unlocking.unlock(SecretBytes(Array("abacus zoom".utf8))) else {
            Issue.record("a wrong passphrase isn't told")
            return
        }
        try FileManager.default.removeItem(atPath: vault.path)
        guard case .failed = await unlocking.unlock(Self.words) else {
            Issue.record("a file that is missing counts as a wrong passphrase")
            return
        }
    }

    @Test func `reads the vault again once it is open, and then the configuration`() async throws {
        let unlocking = try await ServerUnlocking(vault, database, logger: LogRecorder().logger)
        let reloads = Mutex(0)
        unlocking.note(running { reloads.withLock { $0 += 1 } })
        _ = await unlocking.unlock(Self.words)
        #expect(reloads.withLock(\.self) == 0)
        try write(wrappingKey: 7, ["bazaar-app": "secret"])
        #expect(vault.secret("bazaar-app") == nil)
        #expect(await unlocking.unlock(Self.words) == .unlocked("unlocked"))
        #expect(vault.secret("bazaar-app") == "secret")
        #expect(vault.secret("wrapping-key-1") == nil)
        #expect(reloads.withLock(\.self) == 1)
    }

    @Test func `tells why the server doesn't run, though the vault is open`() async throws {
        let unlocking = try await ServerUnlocking(vault, database, logger: LogRecorder().logger)
        unlocking.end(why: "the configuration has errors")
        let outcome = await unlocking.unlock(Self.words)
        #expect(outcome == .failed("the vault is open, and the server doesn't run: the configuration has errors"))
    }
}
