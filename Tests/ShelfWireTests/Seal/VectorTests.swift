import Crypto
import Foundation
import ShelfModel
import ShelfWire
import Testing

/// What an independent implementation made, opened and made again, byte for byte.
@Suite struct VectorTests {
    @Test(arguments: Vectors.shared.chains.keys.sorted())
    func `a chain's top gives every key down to the anchor`(name: String) throws {
        let vector = try #require(Vectors.shared.chains[name])
        for (slot, key) in vector.keys {
            #expect(vector.top.descended(in: vector.id, from: vector.slots, to: Int(slot)!) == key)
        }
        #expect(vector.keys["0"] == vector.anchor)
    }

    @Test(arguments: Vectors.shared.cards)
    func `a card's salt, keys, nonce and additional data are the vector's`(vector: Vectors.CardVector) {
        let keys = CardKeys(vector.key, for: vector.seal)
        let salt = keys.salt(of: Hex.decode(vector.plaintextHex)!)
        #expect(keys.saltKey.withUnsafeBytes { Hex.encode($0) } == vector.saltKeyHex)
        #expect(Hex.encode(salt) == vector.saltHex)
        #expect(keys.key(salt: salt).withUnsafeBytes { Hex.encode($0) } == vector.keyHex)
        #expect(Hex.encode(vector.seal.nonce) == vector.nonceHex)
        #expect(Hex.encode(vector.seal.additional) == vector.aadHex)
    }

    @Test(arguments: Vectors.shared.cards)
    func `a card opens, and is sealed to the same bytes again`(vector: Vectors.CardVector) throws {
        let plain = Hex.decode(vector.plaintextHex)!
        #expect(vector.seal.open(vector.sealed, with: vector.key) == plain)
        #expect(try vector.seal.seal(plain, with: vector.key) == vector.sealed)
        #expect(Card(plaintext: plain) == vector.card)
    }

    @Test func `two texts under one name have two salts and two keys`() {
        let (one, other) = (Vectors.shared.cards[0], Vectors.shared.cards[1])
        #expect(one.seal == other.seal && one.nonceHex == other.nonceHex && one.plaintextHex != other.plaintextHex)
        #expect(one.saltHex != other.saltHex)
        #expect(one.keyHex != other.keyHex)
    }

    @Test(arguments: Vectors.shared.refusedCards)
    func `a card whose salt is not its text's stays shut, though its seal is right`(vector: Vectors.RefusedCard) throws
    {
        let keys = CardKeys(vector.key, for: vector.seal)
        let (salt, rest) = (Array(vector.sealed.prefix(16)), vector.sealed.dropFirst(16))
        let box = try AES.GCM.SealedBox(combined: vector.seal.nonce + rest)
        let text = try AES.GCM.open(box, using: keys.key(salt: salt), authenticating: vector.seal.additional)
        #expect(Card(plaintext: Array(text))?.item == "ring")
        #expect(vector.seal.open(vector.sealed, with: vector.key) == nil)
    }

    @Test func `a key's box opens with the app secret, and is sealed to the same bytes again`() throws {
        let secret = try #require(AppSecret(Vectors.shared.appSecret))
        let window = try #require(Vectors.shared.windows.first { $0.file == "prefetched.bin" })
        let (boxed, bare) = (window.header.released[0], window.releasedKeys[0])
        let key = try #require(boxed.opened(with: secret))
        #expect(key == bare.key)
        let box = try KeyBox.seal(key, slot: boxed.slot, chain: boxed.chain, secret: secret)
        #expect(Base64URL.encode(box) == boxed.box)
    }

    @Test(arguments: Vectors.shared.windows)
    func `a window is read as the vector says`(vector: Vectors.WindowVector) throws {
        let file = try Self.read(vector)
        #expect(file.digest == vector.sha256)
        #expect(file.header == vector.header)
        #expect(file.listings.count == vector.listings.count)
        for (listing, expected) in zip(file.listings, vector.listings) {
            #expect(listing.chain == vector.header.chains[expected.chain].id)
            #expect(
                (listing.slot, listing.position, listing.seconds) == (
                    expected.slot, expected.position, expected.seconds
                ))
            #expect(listing.record.revision == expected.revision)
        }
    }

    @Test(arguments: Vectors.shared.windows)
    func `just those listings open with a window's keys that the vector says`(vector: Vectors.WindowVector) throws {
        let file = try Self.read(vector)
        var ring = KeyRing()
        ring.trust(file.header, secret: AppSecret(Vectors.shared.appSecret))
        for (listing, expected) in zip(file.listings, vector.listings) {
            let card = ring.key(listing.chain, slot: listing.slot).flatMap(listing.open(with:))
            #expect(card == (expected.opensWithReleased ? expected.card : nil))
        }
    }

    @Test(arguments: Vectors.shared.windows)
    func `every listing opens with its chain's top`(vector: Vectors.WindowVector) throws {
        for (listing, expected) in zip(try Self.read(vector).listings, vector.listings) {
            let chain = try #require(Vectors.shared.chains.values.first { $0.id == listing.chain })
            let key = chain.top.descended(in: chain.id, from: chain.slots, to: listing.slot)
            #expect(listing.open(with: key) == expected.card)
        }
    }

    /// Keys of a header may stand in another order here, so what is compared is the header's
    /// value and every byte after it, and that the new signature holds.
    @Test(arguments: Vectors.shared.windows)
    func `a window is written again with the same records and a signature that holds`(
        vector: Vectors.WindowVector
    ) throws {
        let file = try Self.read(vector)
        let seed = try #require(Base64URL.decode(Vectors.shared.signing.seed))
        let signing = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
        let again = try WindowFile(header: file.header, records: file.listings.map(\.record).reversed(), key: signing)
        #expect(try WindowFile(reading: again.bytes, expecting: Self.expectations(vector)) == again)
        #expect(again.header == file.header)
        let records = file.header.count * file.header.recordBytes
        #expect(again.bytes.dropLast(64).suffix(records) == file.bytes.dropLast(64).suffix(records))
    }

    @Test func `a listing of sealed.bin that is replaced by the notice is the listing of replaced.bin`() throws {
        let (before, after) = (try Self.window("sealed.bin"), try Self.window("replaced.bin"))
        let notice = try #require(Vectors.shared.notices.compactMap(\.notice).first { $0.revision == 1 })
        let replaced = before.listings.compactMap { $0.replaced(by: notice) }
        #expect(replaced.count == 1)
        let now = try #require(after.listings.first { ($0.slot, $0.position) == (notice.slot, notice.position) })
        #expect(replaced[0] == now)
        #expect(before.listings.contains { $0.seal == now.seal } == false)
        let key = try #require(Vectors.shared.chains["sealed"]?.keys["331"])
        #expect(replaced[0].open(with: key)?.text == "replaced")
    }

    @Test func `a notice that changes more than the card replaces nothing`() throws {
        let before = try Self.window("sealed.bin")
        let own = try #require(Vectors.shared.notices.compactMap(\.notice).first { $0.revision == 1 })
        let sealed = try #require(own.sealed)
        for kind in [
            Notice.Kind.withdrawn, .replaced(seconds: 183, sealed: sealed),
            .replaced(seconds: 182, sealed: sealed.dropLast()),
        ] {
            let notice = Notice(
                store: "main", chain: own.chain, slot: own.slot, position: own.position, revision: 1, kind: kind)
            #expect(before.listings.allSatisfy { $0.replaced(by: notice) == nil })
        }
    }

    private static func window(_ file: String) throws -> WindowFile {
        try read(try #require(Vectors.shared.windows.first { $0.file == file }))
    }

    private static func read(_ vector: Vectors.WindowVector) throws -> WindowFile {
        try WindowFile(reading: vector.bytes, expecting: expectations(vector))
    }

    private static func expectations(_ vector: Vectors.WindowVector) throws -> WindowFile.Expectations {
        let key = try #require(Base64URL.decode(Vectors.shared.signing.publicKey))
        return .init(
            store: vector.header.store, publicKey: try Curve25519.Signing.PublicKey(rawRepresentation: key),
            now: vector.header.issuedAt...vector.header.issuedAt)
    }
}
