import ShelfModel
import ShelfWire
import Testing

@Suite struct KeyBoxTests {
    static let secret = AppSecret(bytes: [UInt8](repeating: 5, count: 32))!
    static let other = AppSecret(bytes: [UInt8](repeating: 6, count: 32))!
    static let chain = Workshop.chain(1)

    static func boxed(slot: Int, secret: AppSecret = secret) throws -> ReleasedKey {
        let box = try KeyBox.seal(Workshop.key(1, slot: slot), slot: slot, chain: chain.id, secret: secret)
        return ReleasedKey(chain: chain.id, slot: slot, box: box)
    }

    @Test func `with the app secret a boxed key is as good as a bare one`() throws {
        #expect(KeyRingTests.refusal(try Self.boxed(slot: 300), secret: Self.secret) == nil)
    }

    @Test func `without it, or with another, the box stays shut`() throws {
        let header = try #require(Vectors.shared.windows.first { $0.file == "prefetched.bin" }).header
        let boxed = try #require(header.released.first)
        for secret in [nil, Self.other] {
            var ring = KeyRing()
            ring.trust(header, secret: secret)
            #expect(throws: KeyError.shut) { try ring.accept(boxed, secret: secret, latest: .distantFuture) }
        }
    }

    @Test func `where a key of its chain is known the secret is too, and a box that stays shut is forged`() throws {
        #expect(KeyRingTests.refusal(try Self.boxed(slot: 300, secret: Self.other), secret: Self.secret) == .forged)
    }

    @Test func `a box of another slot or chain stays shut`() throws {
        let box = try #require(Base64URL.decode(Self.boxed(slot: 300).box!))
        let shifted = ReleasedKey(chain: Self.chain.id, slot: 301, box: box)
        #expect(shifted.opened(with: Self.secret) == nil)
        let moved = ReleasedKey(chain: Workshop.chain(2).id, slot: 300, box: box)
        #expect(moved.opened(with: Self.secret) == nil)
    }

    @Test func `a box with any bit turned or byte missing stays shut`() throws {
        let box = try #require(Base64URL.decode(Self.boxed(slot: 300).box!))
        #expect(box.count == 60)
        let opened = box.indices.filter { index in
            var changed = box
            changed[index] ^= 1
            let cut = Array(box.prefix(index))
            return [changed, cut].contains {
                KeyBox.open($0, slot: 300, chain: Self.chain.id, secret: Self.secret) != nil
            }
        }
        #expect(opened == [])
    }

    @Test func `a forged key in a good box is forged all the same`() throws {
        let box = try KeyBox.seal(Workshop.top(9), slot: 300, chain: Self.chain.id, secret: Self.secret)
        let forged = ReleasedKey(chain: Self.chain.id, slot: 300, box: box)
        #expect(KeyRingTests.refusal(forged, secret: Self.secret) == .forged)
    }

    @Test func `a box says nothing of its key twice: the same bytes come out each time`() throws {
        #expect(try Self.boxed(slot: 300) == Self.boxed(slot: 300))
        #expect(try Self.boxed(slot: 300).box != Self.boxed(slot: 301).box)
    }

    @Test func `of a window whose boxes stay shut the chains are known and nothing opens`() throws {
        let vector = try #require(Vectors.shared.windows.first { $0.file == "prefetched.bin" })
        let id = vector.header.chains[0].id
        for (secret, newest) in [(nil, 0), (Self.secret, 0), (AppSecret(Vectors.shared.appSecret), 840)] {
            var ring = KeyRing()
            ring.trust(vector.header, secret: secret)
            #expect(ring.newest(of: id) == newest)
        }
    }

    @Test func `secrets of another length, and keys and chain names too, are refused`() {
        for length in [0, 15, 17, 31, 33] {
            let bytes = [UInt8](repeating: 1, count: length)
            #expect(AppSecret(bytes: bytes) == nil && AppSecret(Base64URL.encode(bytes)) == nil)
            #expect(ChainKey(bytes: bytes) == nil && ChainKey(Base64URL.encode(bytes)) == nil)
            #expect(ChainID(bytes: bytes) == nil && ChainID(Base64URL.encode(bytes)) == nil)
        }
        #expect(AppSecret("not base64!") == nil)
    }

    @Test func `neither keys nor secrets describe themselves`() {
        let released = Workshop.released(1, slot: 3)
        let texts = ["\(Self.secret)", "\(released)", String(reflecting: released), String(reflecting: [Self.secret])]
        for text in texts {
            #expect(!text.contains(Base64URL.encode(released.key!.bytes)) && !text.contains("5, 5"))
        }
    }
}
