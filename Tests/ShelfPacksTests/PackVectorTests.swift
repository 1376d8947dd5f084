import Foundation
import ShelfModel
import ShelfPacks
import ShelfWire
import Testing

/// What an independent implementation made of docs/levels.md, read here.
@Suite struct `The vectors of level packs` {
    @Test(arguments: PackVectors.shared.packs)
    func `a pack's content is the vector's`(vector: PackVectors.PackVector) throws {
        let pack = try vector.pack
        #expect(Hex.encode(pack.content) == vector.contentHex)
    }

    @Test func `a text's two Unicode forms are two texts`() throws {
        let first = try #require(PackVectors.shared.packs.first { $0.name == "first" })
        let (composed, apart) = (first.levels[0].title, first.levels[1].title)
        #expect(composed == apart)
        #expect(Array(composed.utf8) != Array(apart.utf8))
        let map = try #require(Base64URL.decode(first.levels[0].map))
        #expect(map == Array(0...255))
    }

    @Test(arguments: PackVectors.shared.deltas)
    func `a delta makes exactly the pack that it names`(vector: PackVectors.DeltaVector) throws {
        let (before, after) = (try PackVectors.pack(vector.from), try PackVectors.pack(vector.to))
        let bytes = try #require(Base64URL.decode(vector.bytes))
        #expect(PackDeltaFile.isDelta(bytes))
        let made = try PackDeltaFile.read(bytes).applied(to: before)
        #expect(made.content == after.content)
        #expect(made.levels.map(LevelFields.bytes(of:)) == after.levels.map(LevelFields.bytes(of:)))
        #expect((made.id, made.engine) == (after.id, after.engine))
    }

    @Test(arguments: PackVectors.shared.deltas)
    func `a delta is refused by a pack that it wasn't made from`(vector: PackVectors.DeltaVector) throws {
        let bytes = try #require(Base64URL.decode(vector.bytes))
        let delta = try PackDeltaFile.read(bytes)
        for other in PackVectors.shared.packs where other.name != vector.from {
            #expect(throws: PackFault.otherRelease) { try delta.applied(to: other.pack) }
        }
    }

    @Test(arguments: PackVectors.shared.documents)
    func `a document opens, and says what the vector says`(vector: PackVectors.DocumentVector) throws {
        let opened = try Self.opened(vector, channel: vector.document.channel)
        #expect(opened == vector.document)
    }

    @Test(arguments: PackVectors.shared.documents)
    func `a document of another channel, or with any byte changed, is refused`(
        vector: PackVectors.DocumentVector
    ) throws {
        #expect(throws: PackFault.unreadable) { try Self.opened(vector, channel: "other") }
        let bytes = try #require(Base64URL.decode(vector.bytes))
        let key = try #require(PublicKey(PackVectors.shared.signing.publicKey))
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            #expect(throws: PackFault.unreadable, "byte \(place)") {
                try PackDocument(
                    signed: changed, pack: vector.document.pack, channel: vector.document.channel, publicKey: key)
            }
        }
    }

    @Test(arguments: PackVectors.shared.documents)
    func `each delta of a document is a file among the vectors, and the last one is from the empty pack`(
        vector: PackVectors.DocumentVector
    ) throws {
        let empty = try #require(PackVectors.shared.packs.first { $0.name == "empty" })
        let files = try PackVectors.shared.deltas.map { try #require(Base64URL.decode($0.bytes)) }
        let releases = [vector.document.release] + (vector.document.rollout.map { [$0.others] } ?? [])
        for release in releases {
            #expect(release.deltas.last?.from == empty.contentHex)
            for delta in release.deltas {
                let file = try #require(files.first { PackRelease.File($0) == delta.file })
                let read = try PackDeltaFile.read(file)
                #expect(Hex.encode(read.from) == delta.from)
                #expect(Hex.encode(read.to) == release.content)
            }
        }
    }

    @Test(arguments: PackVectors.shared.rollout)
    func `a device is in a rollout where the vector says so`(vector: PackVectors.RolloutVector) throws {
        let file = PackRelease.File([])
        let release = PackRelease(content: vector.content, engine: 1, snapshot: file, deltas: [])
        let others = PackRelease(content: "others", engine: 1, snapshot: file, deltas: [])
        let document = PackDocument(
            pack: "warehouse", channel: "stable", sequence: 1, goodUntilMs: 2, release: release,
            rollout: .init(share: vector.share, others: others))
        let device = try #require(Hex.decode(vector.deviceHex))
        #expect(document.release(for: device) == (vector.isIn ? release : others))
    }

    private static func opened(_ vector: PackVectors.DocumentVector, channel: String) throws -> PackDocument {
        let bytes = try #require(Base64URL.decode(vector.bytes))
        let key = try #require(PublicKey(PackVectors.shared.signing.publicKey))
        return try PackDocument(signed: bytes, pack: vector.document.pack, channel: channel, publicKey: key)
    }
}

/// `Tests/Vectors/packs.json`, which `make_pack_vectors.py` made.
struct PackVectors: Decodable {
    let signing: Signing
    let packs: [PackVector]
    let deltas: [DeltaVector]
    let documents: [DocumentVector]
    let rollout: [RolloutVector]

    static let shared: PackVectors = try! WireJSON.decode(PackVectors.self, bytes())

    static func pack(_ name: String) throws -> Pack {
        try #require(shared.packs.first { $0.name == name }).pack
    }

    private static func bytes() throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors")
        return Array(try Data(contentsOf: folder.appending(path: "packs.json")))
    }

    struct Signing: Decodable {
        let seed: String
        let publicKey: String
    }

    struct PackVector: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let id: String
        let engine: Int
        let contentHex: String
        let levels: [LevelVector]

        var testDescription: String { name }
        var pack: Pack { get throws { Pack(id: id, engine: engine, levels: try levels.map { try $0.level }) } }

        private enum CodingKeys: String, CodingKey {
            case id = "pack"
            case name, engine, contentHex, levels
        }
    }

    struct LevelVector: Decodable, Sendable {
        let id: String
        let title: String
        let author: String?
        let tags: [String]
        let background: String?
        let map: String

        var level: Level {
            get throws {
                Level(
                    id: id, title: title, author: author, tags: tags, background: background,
                    map: try #require(Base64URL.decode(map)))
            }
        }
    }

    struct DeltaVector: Decodable, Sendable, CustomTestStringConvertible {
        let note: String
        let from: String
        let to: String
        let bytes: String

        var testDescription: String { note }
    }

    struct DocumentVector: Decodable, Sendable, CustomTestStringConvertible {
        let note: String
        let document: PackDocument
        let bytes: String

        var testDescription: String { note }
    }

    struct RolloutVector: Decodable, Sendable, CustomTestStringConvertible {
        let deviceHex: String
        let content: String
        let share: Int
        let isIn: Bool

        var testDescription: String { "\(deviceHex), \(content.prefix(8)), \(share)" }
    }
}
