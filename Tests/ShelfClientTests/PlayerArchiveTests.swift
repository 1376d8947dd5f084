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
        try await archive.keep(Wishes.intent())
        for path in ["player/player.json", "player/purchases/"] {
            let file = folder.url.appending(path: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            let permissions = try #require(attributes[.posixPermissions] as? Int)
            #expect(permissions & 0o077 == 0, "\(path)")
        }
    }

    @Test func `keeps intents until they are forgotten, for the next start as well`() async throws {
        #expect(try await archive.intents() == [])
        let (first, second) = (Wishes.intent(0), Wishes.intent(1))
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
        let intent = Wishes.intent()
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

    @Test func `a damaged credential is another player's from then on`() async throws {
        let first = try await archive.credential(PlayerCredential())
        try Data("{".utf8).write(to: folder.url.appending(path: "player/player.json"))
        let second = try await archive.credential(PlayerCredential())
        #expect(second != first)
        #expect(try await archive.credential(PlayerCredential()) == second)
    }

    @Test func `a folder that can't be written says so, before anything is sent`() async throws {
        try Data().write(to: folder.url.appending(path: "player"))
        await #expect(throws: (any Error).self) { try await archive.keep(Wishes.intent()) }
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
