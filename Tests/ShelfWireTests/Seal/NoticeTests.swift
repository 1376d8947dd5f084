import Crypto
import ShelfWire
import Testing

@Suite struct `A notice` {
    private let key = Curve25519.Signing.PrivateKey()
    private let notice = Notice(
        store: "main", chain: ChainID(bytes: Array(repeating: 7, count: 16))!, slot: 5, position: 3, revision: 1,
        kind: .withdrawn)

    @Test func `is opened with the store's key, and with no other`() throws {
        let signed = try SignedNotice(notice, key: key)
        #expect(signed.opened(with: PublicKey(key.publicKey)) == notice)
        #expect(signed.opened(with: PublicKey(Curve25519.Signing.PrivateKey().publicKey)) == nil)
    }

    @Test func `of a replacement has the record, as a withdrawal never has`() throws {
        let sealed = Array(repeating: UInt8(9), count: 34)
        let replaced = notice(revision: 1, .replaced(seconds: 60, sealed: sealed))
        #expect(try read(replaced) == replaced)
        #expect(try text(replaced).contains(#""kind":"replaced","position":3,"revision":1,"sealed":"CQkJ"#))
        #expect(try text(replaced).contains(#""seconds":60"#))
        #expect(try !text(notice).contains("sealed") && !text(notice).contains("seconds"))
    }

    @Test func `of a replacement is refused when no listing can have its values`() throws {
        let sealed = { (count: Int) in Array(repeating: UInt8(9), count: count) }
        let refused = [
            notice(revision: 0, .replaced(seconds: 60, sealed: sealed(288))),
            notice(revision: 65_536, .replaced(seconds: 60, sealed: sealed(288))),
            notice(revision: 1, .replaced(seconds: 0, sealed: sealed(288))),
            notice(revision: 1, .replaced(seconds: 1 << 32, sealed: sealed(288))),
            notice(revision: 1, .replaced(seconds: 60, sealed: sealed(33))),
            notice(revision: 1, .replaced(seconds: 60, sealed: sealed(65_568))),
        ]
        for notice in refused { #expect(try read(notice) == nil) }
        #expect(try read(notice(revision: 65_535, .replaced(seconds: 1, sealed: sealed(65_567)))) != nil)
    }

    private func notice(revision: Int, _ kind: Notice.Kind) -> Notice {
        Notice(store: "main", chain: notice.chain, slot: 5, position: 3, revision: revision, kind: kind)
    }

    private func read(_ notice: Notice) throws -> Notice? {
        try SignedNotice(notice, key: key).opened(with: PublicKey(key.publicKey))
    }

    private func text(_ notice: Notice) throws -> String {
        String(decoding: try WireJSON.encode(notice), as: UTF8.self)
    }

    @Test func `begins with its own bytes, so that no receipt passes for one`() throws {
        let receipt = Receipt(
            purchase: 1, player: "1", key: "k", store: "main", chain: notice.chain, slot: 5, position: 3, revision: 0,
            item: "a", price: 1, currency: "c", number: nil, at: 0)
        let signed = try WireJSON.encode(SignedReceipt(receipt, key: key))
        #expect(try WireJSON.decode(SignedNotice.self, signed).opened(with: PublicKey(key.publicKey)) == nil)
        let bytes = try #require(Base64URL.decode(SignedNotice(notice, key: key).bytes))
        #expect(bytes.starts(with: Array("SHELFNT1{".utf8)))
    }

    @Test(arguments: Vectors.shared.notices)
    func `is read as the vector says`(vector: Vectors.NoticeVector) throws {
        let signed = SignedNotice(bytes: vector.bytes, signature: vector.signature)
        let key = try #require(PublicKey(Vectors.shared.signing.publicKey))
        #expect(signed.opened(with: key) == vector.notice)
    }

    @Test func `from a header names only what is public`() throws {
        let places = [
            [0, 0, 0], [0, 241, 0], [0, 86_401, 0], [1, 240, 0], [0, 240, 4], [0, 240], [0, 240, 0, 0], [-1, 240, 0],
        ]
        for place in places {
            #expect(Workshop.refusal { $0.header["withdrawn"] = [place] } == .header, "\(place)")
        }
        #expect(Workshop.refusal { $0.header["withdrawn"] = [[0, 240, 0]] } == nil)
        #expect(Workshop.refusal { $0.header["withdrawn"] = [] as [Int] } == nil)
    }
}
