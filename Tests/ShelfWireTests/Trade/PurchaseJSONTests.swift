import Crypto
import Foundation
import ShelfModel
import ShelfWire
import Testing

/// What is written and read without an encoder or a decoder, held against both.
@Suite struct `The JSON of a purchase` {
    private static let texts = [
        "", "coins", "käse/brot", "\u{1F48E}", "\"quoted\" \\ back", "\u{7F}\u{80}\u{2028}",
        String(String.UnicodeScalarView((0..<0x20).map { Unicode.Scalar(UInt8($0)) })),
    ]

    @Test(arguments: texts, [nil, 1, Int64.max] as [Int64?])
    func `is the same bytes as an encoder writes`(text: String, number: Int64?) throws {
        let receipt = Receipt(
            purchase: .max, player: "-7", key: text, store: "main", chain: MessageTests.chain, slot: 0, position: 3,
            revision: 1, item: text + "x", price: 40, currency: text, number: number, at: -1)
        #expect(try receipt.json() == WireJSON.encode(receipt))
        #expect(receipt.json(after: [1, 2]).starts(with: [1, 2, UInt8(ascii: "{")]))
        let signed = try SignedReceipt(receipt, key: Curve25519.Signing.PrivateKey())
        for balance in [nil, 0, Int64.max] {
            let confirmation = PurchaseConfirmation(receipt: signed, replayed: balance == 0, balance: balance)
            #expect(try confirmation.json == WireJSON.encode(confirmation))
        }
    }

    @Test func `has no signature in it, and receipts that say the same are the same`() throws {
        func receipt(at ms: Int64) -> Receipt {
            Receipt(
                purchase: 1, player: "7", key: "k", store: "main", chain: MessageTests.chain, slot: 0, position: 3,
                revision: 1, item: "x", price: 40, currency: "coins", number: nil, at: ms)
        }
        let key = Curve25519.Signing.PrivateKey()
        let opened = try #require(SignedReceipt(receipt(at: 5), key: key).opened(with: PublicKey(key.publicKey)))
        #expect(opened.signed != nil && opened == receipt(at: 5) && opened != receipt(at: 6))
        #expect(opened.hashValue == receipt(at: 5).hashValue)
        #expect(try WireJSON.encode(opened) == receipt(at: 5).json())
    }

    @Test func `is read as an encoder writes it, in any order and with blanks`() throws {
        let request = PurchaseRequest(
            chain: MessageTests.chain, slot: 4711, position: 0, revision: 12, price: 999_999_999_999_999_999)
        #expect(try read(WireJSON.encode(request)) == request)
        let blanks = """
             {\r\n\t"price" : 0 , "slot":1,"position":2,"chain":"\(MessageTests.chain)" ,"revision" :3 }\n
            """
        #expect(
            read(Array(blanks.utf8))
                == PurchaseRequest(chain: MessageTests.chain, slot: 1, position: 2, revision: 3, price: 0))
    }

    @Test(arguments: [
        "01", "-1", "1.0", "1e2", "1E2", "\"1\"", "null", "1000000000000000000", "true", "", "1 2",
    ])
    func `is left to the decoder when its price isn't a plain whole number`(price: String) {
        let json = """
            {"chain":"\(MessageTests.chain)","slot":1,"position":2,"revision":3,"price":\(price)}
            """
        #expect(read(Array(json.utf8)) == nil)
    }

    @Test(arguments: 0..<4 as Range<UInt32>)
    func `is read as the decoder reads it, or not at all, whatever is in it`(seed: UInt32) throws {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "{", "}", "\"", ",", ":", " ", "\\", "0", "9", "-", "e", ".", "[", "\"slot\":1,", "\"x\":2,", "\0",
        ]
        let request = PurchaseRequest(chain: MessageTests.chain, slot: 12, position: 3, revision: 4, price: 50)
        var isRead = 0
        for _ in 0..<20_000 {
            var json = try WireJSON.encode(request)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: json.indices, using: &random)
                let piece = Array(pieces.randomElement(using: &random)!.utf8)
                if Bool.random(using: &random) {
                    json.insert(contentsOf: piece, at: place)
                } else {
                    json.replaceSubrange(place...place, with: Bool.random(using: &random) ? piece : [])
                }
            }
            guard let plain = read(json) else { continue }
            isRead += 1
            #expect(
                try WireJSON.decode(PurchaseRequest.self, json) == plain, "\(String(decoding: json, as: UTF8.self))")
        }
        #expect(isRead > 500)
    }

    private func read(_ json: [UInt8]) -> PurchaseRequest? { json.withUnsafeBytes(PurchaseRequest.init(plain:)) }
}
