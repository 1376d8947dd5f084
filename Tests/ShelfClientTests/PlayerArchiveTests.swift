import Foundation
import ShelfClient
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `A player's folder` {
    let folder: TemporaryFolder
    let archive: PlayerArchive
    var purchases: URL { folder.url.appending(path: "player/purchases") }

    init() throws {
        folder = try TemporaryFolder()
        archive = .folder(folder.url.appending(path: "player"))
    }

    @Test func `keeps the first credential, however many are offered`() async throws {
        let first = try await archive.credential(PlayerCredential())
        #expect(try await archive.credential(PlayerCredential()) == first)
        let other = PlayerArchive.folder(folder.url.appending(path: "player"))
        #expect(try await other.credential(PlayerCredential()) == first)
    }

    @Test func `of many who make a player at once, all get the same`() async throws {
        for round in 0..<100 {
            let archive = PlayerArchive.folder(folder.url.appending(path: "\(round)"))
            let credentials = try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await archive.credential(PlayerCredential()) } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(credentials.count == 1)
        }
    }

    @Test func `lets nobody else read it`() async throws {
        _ = try await archive.credential(PlayerCredential())
        try await archive.keep(PurchaseSamples.intent())
        for path in ["player/player.json", "player/player-copy.json", "player/purchases/"] {
            let file = folder.url.appending(path: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            let permissions = try #require(attributes[.posixPermissions] as? Int)
            #expect(permissions & 0o077 == 0, "\(path)")
        }
    }

    @Test func `keeps intents until they are forgotten, for the next start as well`() async throws {
        #expect(try await archive.intents() == [])
        let (first, second) = (PurchaseSamples.intent(0), PurchaseSamples.intent(1))
        try await archive.keep(first)
        try await archive.keep(second)
        let next = PlayerArchive.folder(folder.url.appending(path: "player"))
        #expect(Set(try await next.intents()) == [first, second])
        await next.forget(first.key)
        #expect(try await archive.intents() == [second])
        await archive.forget("../player")
        #expect(FileManager.default.fileExists(atPath: purchases.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: purchases.path).count == 1)
    }

    @Test func `leaves damaged files out`() async throws {
        let intent = PurchaseSamples.intent()
        try await archive.keep(intent)
        let whole = try Data(contentsOf: purchases.appending(path: "\(intent.key).json"))
        let key = String(repeating: "a", count: 32)
        for (name, data) in [
            ("\(key).json", whole), ("notes.txt", whole), ("x.json", whole), (".json", Data()), (".draft", whole),
            (String(repeating: "b", count: 32) + ".json", Data(whole.dropLast(3))),
            (String(repeating: "c", count: 32) + ".json", Data()),
            (String(repeating: "d", count: 32) + ".json", Data([0xFF, 0xFE, 0])),
        ] { try data.write(to: purchases.appending(path: name)) }
        #expect(try await archive.intents() == [intent])
    }

    /// What damage can leave of a file: nothing, a part, other bytes, or another credential than the one that was kept.
    static let damages: [@Sendable (Data) -> Data] = [
        { _ in Data() }, { $0.dropLast(3) }, { _ in Data([0xFF, 0xFE, 0]) }, { _ in Data("{}".utf8) },
        { Data(String(decoding: $0, as: UTF8.self).replacing(#""credential":""#, with: #""credential":"AA"#).utf8) },
    ]

    var credentialFiles: [URL] {
        ["player/player.json", "player/player-copy.json"].map { folder.url.appending(path: $0) }
    }

    @Test(arguments: 0..<5, 0...1)
    func `a damaged credential file is restored from the other one and kept aside`(damage: Int, file: Int) async throws
    {
        let credential = try await archive.credential(PlayerCredential())
        let whole = try Data(contentsOf: credentialFiles[file])
        let damaged = Self.damages[damage](whole)
        try damaged.write(to: credentialFiles[file])
        #expect(try await archive.credential(PlayerCredential()) == credential)
        #expect(try Data(contentsOf: credentialFiles[file]) == whole)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "player").path)
        let aside = try #require(names.first { $0.contains(".damaged-") })
        #expect(try Data(contentsOf: folder.url.appending(path: "player/\(aside)")) == damaged)
    }

    @Test(arguments: 0...1) func `a missing credential file is restored from the other one`(file: Int) async throws {
        let credential = try await archive.credential(PlayerCredential())
        let whole = try Data(contentsOf: credentialFiles[file])
        try FileManager.default.removeItem(at: credentialFiles[file])
        #expect(try await archive.credential(PlayerCredential()) == credential)
        #expect(try Data(contentsOf: credentialFiles[file]) == whole)
    }

    @Test func `no new player is made of damaged files, which stay as they are`() async throws {
        _ = try await archive.credential(PlayerCredential())
        for file in credentialFiles { try Data("{".utf8).write(to: file) }
        for _ in 0..<2 {
            await #expect(throws: PlayerArchiveError.credentialDamaged(credentialFiles)) {
                try await archive.credential(PlayerCredential())
            }
        }
        for file in credentialFiles { #expect(try Data(contentsOf: file) == Data("{".utf8)) }
        try FileManager.default.removeItem(at: credentialFiles[1])
        await #expect(throws: PlayerArchiveError.credentialDamaged([credentialFiles[0]])) {
            try await archive.credential(PlayerCredential())
        }
    }

    @Test func `says to a buyer that the player's files are damaged, and sends nothing`() async throws {
        _ = try await archive.credential(PlayerCredential())
        for file in credentialFiles { try Data().write(to: file) }
        let till = FakeTill()
        let refusal = try await BuyingDevice(till, archive: archive).refusal()
        #expect(refusal == .playerUnknown(.credentialDamaged(credentialFiles)))
        #expect("\(try #require(refusal))".contains("restore \(credentialFiles[0].path)"))
        #expect(till.sight.signIns == 0)
    }

    @Test func `reads a credential file of an earlier build, which has no fingerprint`() async throws {
        let credential = PlayerCredential()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "player"), withIntermediateDirectories: true)
        try Data(#"{"credential":"\#(credential.text)"}"#.utf8).write(to: credentialFiles[0])
        #expect(try await archive.credential(PlayerCredential()) == credential)
    }

    @Test func `a folder that can't be written says so, before anything is sent`() async throws {
        try Data().write(to: folder.url.appending(path: "player"))
        await #expect(throws: (any Error).self) { try await archive.keep(PurchaseSamples.intent()) }
        await #expect(throws: (any Error).self) { try await archive.credential(PlayerCredential()) }
        await #expect(throws: (any Error).self) { try await archive.intents() }
    }

    @Test func `a credential gives nothing of itself away`() {
        let credential = PlayerCredential()
        #expect(!"\(credential)".contains(credential.text.prefix(8)))
        #expect(!String(reflecting: credential).contains(credential.text))
        #expect(PlayerCredential() != credential)
        #expect(PlayerCredential(credential.text) == credential)
        #expect(PlayerCredential("abc") == nil)
    }
}
