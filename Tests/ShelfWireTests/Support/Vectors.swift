import Foundation
import ShelfWire
import Testing

/// `Tests/Vectors`: bytes that an independent implementation of the wire format made.
struct Vectors: Decodable {
    let chains: [String: ChainVector]
    let card: CardVector
    let signing: Signing
    let appSecret: String
    let windows: [WindowVector]

    static let shared: Vectors = try! WireJSON.decode(Vectors.self, bytes(of: "vectors.json"))

    static func bytes(of file: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors")
        return Array(try Data(contentsOf: folder.appending(path: file)))
    }

    struct ChainVector: Decodable {
        let id: ChainID
        let epochMs: Int64
        let slots: Int
        let anchor: ChainKey
        let leadMs: Int64
        let top: ChainKey
        let keys: [String: ChainKey]

        var chain: Chain { Chain(id: id, epochMs: epochMs, slots: slots, anchor: anchor, leadMs: leadMs) }
    }

    struct CardVector: Decodable {
        let chain: String
        let slot: Int
        let position: Int
        let revision: Int
        let seconds: Int
        let keyHex: String
        let nonceHex: String
        let aadHex: String
        let plaintextHex: String
        let sealedHex: String
    }

    struct Signing: Decodable {
        let seed: String
        let publicKey: String
    }

    struct WindowVector: Decodable, Sendable, CustomTestStringConvertible {
        let file: String
        let sha256: String
        let header: WindowHeader
        let releasedKeys: [ReleasedKey]
        let listings: [ListingVector]

        var testDescription: String { file }
        var bytes: [UInt8] { get throws { try Vectors.bytes(of: file) } }
    }

    struct ListingVector: Decodable {
        let chain: Int
        let slot: Int
        let position: Int
        let revision: Int
        let seconds: Int
        let card: Card
        let opensWithReleased: Bool
    }
}
