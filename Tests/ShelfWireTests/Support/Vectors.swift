import Foundation
import ShelfWire
import Testing

/// `Tests/Vectors`: bytes that `make_vectors.py` made there, an independent implementation of the wire format.
struct Vectors: Decodable {
    let chains: [String: ChainVector]
    let cards: [CardVector]
    /// Sealed with a salt that is not their texts'.
    let refusedCards: [RefusedCard]
    let signing: Signing
    let appSecret: String
    let windows: [WindowVector]
    /// What can't be opened has no `notice`.
    let notices: [NoticeVector]

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

    struct CardVector: Decodable, Sendable, PlacedVector {
        let note: String
        let chain: String
        let slot: Int
        let position: Int
        let revision: Int
        let seconds: Int
        let card: Card
        let plaintextHex: String
        let saltKeyHex: String
        let saltHex: String
        let keyHex: String
        let nonceHex: String
        let aadHex: String
        let sealedHex: String
    }

    struct RefusedCard: Decodable, Sendable, PlacedVector {
        let note: String
        let chain: String
        let slot: Int
        let position: Int
        let revision: Int
        let seconds: Int
        let sealedHex: String
    }

    /// What names a sealed card, and the card's bytes.
    protocol PlacedVector: CustomTestStringConvertible {
        var note: String { get }
        var chain: String { get }
        var slot: Int { get }
        var position: Int { get }
        var revision: Int { get }
        var seconds: Int { get }
        var sealedHex: String { get }
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

    struct NoticeVector: Decodable, Sendable, CustomTestStringConvertible {
        let note: String
        let bytes: String
        let signature: String
        let notice: Notice?

        var testDescription: String { note }
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

extension Vectors.PlacedVector {
    var testDescription: String { note }
    var sealed: [UInt8] { Hex.decode(sealedHex)! }
    var key: ChainKey { Vectors.shared.chains[chain]!.keys["\(slot)"]! }

    var seal: CardSeal {
        CardSeal(
            chain: Vectors.shared.chains[chain]!.id, slot: slot, position: position, revision: revision,
            seconds: seconds)
    }
}
