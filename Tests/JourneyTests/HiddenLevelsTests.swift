import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfPacks
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Testing

/// Somebody who records every byte that leaves the server, and looks for levels that aren't public.
struct HiddenLevelsTests {
    private static func bundle(_ titles: [String]) -> [UInt8] {
        let levels = titles.map { "  - {id: id-\($0.lowercased()), title: \($0), map: \($0)}\n" }.joined()
        return PackBundle.bytes(
            of: [ContentFile(path: "pack.yaml", bytes: Array("levels:\n\(levels)".utf8))]
                + titles.map { ContentFile(path: $0, bytes: Array("map of \($0)".utf8)) })
    }

    private func publish(_ packs: [String: [UInt8]], on server: VirtualServer) async throws {
        let rows = (1...60).map { "item-\($0),Item \($0),set,2020-01-01,10,,\n" }.joined()
        for bundle in packs.values {
            _ = try await server.engine.packReleaser.add(bundle, named: FileDigest.of(bundle))
        }
        let list = PackList(packs.map { ContentPack(id: $0, bundle: FileDigest.of($1)) })
        let files = [
            ContentFile(path: "items.csv", bytes: Array("id,name,set,released,price,edition,glyph\n\(rows)".utf8)),
            list.file,
            ContentFile(
                path: "content.yaml",
                bytes: Array("title: T\ncatalogue: [items.csv]\nstores: [{id: main, positions: 4}]\n".utf8)),
        ]
        let publication = ContentPublication(author: "anna", at: server.time.now, reason: "", base: 0, over: .max)
        _ = try await server.engine.versions.publish(files, publication) { _ in nil }
    }

    private func move(
        _ pack: String, _ channel: String, to release: Int, reach: PackMoveOrder.Reach? = nil, on server: VirtualServer
    ) async throws {
        let order = PackMoveOrder(
            pack: pack, channel: channel, release: release, share: nil, reach: reach, reason: "x", by: "anna",
            at: server.time.now, after: nil)
        _ = try await server.engine.packReleaser.move(order) { _ in nil }
    }

    /// All that a device can read of a public channel, inflated.
    private func follow(_ pack: String, _ channel: String, on server: VirtualServer) async throws -> [[UInt8]] {
        let answer = try await server.client.send("/v1/packs/\(pack)/\(channel)")
        let key = try #require(server.engine.packs.publicKey.flatMap(PublicKey.init))
        let document = try PackDocument(signed: answer.body, pack: pack, channel: channel, publicKey: key)
        var read = [answer.body]
        for file in [document.release.snapshot] + document.release.deltas.map(\.file) {
            let body = try await server.client.send("/v1/pack-files/\(file.sha256)").body
            read += [body] + (PackDeltaFile.isDelta(body) ? [try PackDeltaFile.read(body).bytes] : [])
        }
        return read
    }

    @Test func `nothing that leaves the server tells of packs, releases and channels that aren't public`() async throws
    {
        var configuration = Fixtures.configuration(
            stores: [Fixtures.sealedStore()], catalogue: Fixtures.catalogue(items: 60, price: 1), appSecrets: [:])
        configuration.settings.admins = [Adversary.owner, .auditor]
        let server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
        let adversary = try await Adversary(server)
        let open = ["Alpha", "Bravo"]
        try await publish(
            ["warehouse": Self.bundle(open), "secretpack": Self.bundle(["Whiskey"])], on: server)
        try await move("warehouse", "stable", to: 1, on: server)
        try await publish(
            ["warehouse": Self.bundle(open + ["Xray"]), "secretpack": Self.bundle(["Whiskey"])], on: server)
        try await move("warehouse", "insiders", to: 2, reach: .newWord, on: server)
        try await publish(
            ["warehouse": Self.bundle(open + ["Yankee"]), "secretpack": Self.bundle(["Whiskey"])], on: server)
        var read: [[UInt8]] = []
        for _ in 0..<3 {
            try await adversary.ask()
            read += try await follow("warehouse", "stable", on: server)
            await server.advance(to: server.time.now + .minutes(1))
        }
        let word = try #require(server.engine.packs.shelf.channels(of: "warehouse").first { $0.word != nil }?.word)
        let hidden = (2...3).compactMap { server.engine.packs.shelf.release($0, of: "warehouse") }
        #expect(hidden.count == 2)
        let digests = hidden.flatMap { [$0.content, $0.snapshot.digest] }
        let secrets =
            ["secretpack", "insiders", word, "Whiskey", "Xray", "Yankee", "id-xray"].map { Array($0.utf8) } + digests
            + digests.map { Array(Hex.encode($0).utf8) }
        for bytes in adversary.recorded + read {
            for secret in secrets {
                #expect(Data(bytes).range(of: Data(secret)) == nil, "\(String(decoding: secret, as: UTF8.self))")
            }
        }
        #expect(read.contains { Data($0).range(of: Data("Bravo".utf8)) != nil })
    }
}
