import Foundation
import ShelfModel
import ShelfWire
import Testing

@Suite struct CardTests {
    static let plain = Card(item: "ring", name: "One Ring", set: "one-set", price: 9000, currency: "coins")
    static let full = Card(
        item: "ring", name: "One Ring", set: "one-set", price: 9000, currency: "coins", glyph: "💍",
        art: "ring.svg", edition: 1, text: "Hot")
    static let seal = CardSeal(chain: Workshop.chain(1).id, slot: 9, position: 2, revision: 1, seconds: 60)
    static let key = Workshop.key(1, slot: 9)

    static func json(_ card: Card) throws -> NSDictionary {
        let object = try JSONSerialization.jsonObject(with: Data(WireJSON.encode(card)))
        return try #require(object as? NSDictionary)
    }

    @Test func `a card's JSON has the wire format's keys and leaves out what doesn't apply`() throws {
        #expect(
            try Self.json(Self.plain) == [
                "item": "ring", "name": "One Ring", "set": "one-set", "price": 9000, "currency": "coins",
            ])
        #expect(
            try Self.json(Self.full) == [
                "item": "ring", "name": "One Ring", "set": "one-set", "price": 9000, "currency": "coins",
                "glyph": "💍", "art": "ring.svg", "edition": 1, "text": "Hot",
            ])
    }

    @Test func `a card is made from an item`() {
        let item = Item(
            id: "ring", name: "One Ring", set: "one-set", released: .instant(Workshop.issuedAt), price: 9000,
            edition: 1, glyph: "💍", art: "ring.svg", text: "Hot")
        #expect(Card(item, picture: nil, currency: "coins") == Self.full)
    }

    @Test(arguments: [plain, full])
    func `a card's text is as long as the store says and comes back`(card: Card) throws {
        for cardBytes in [256, 200, 4096] {
            let text = try card.plaintext(cardBytes: cardBytes)
            #expect(text.count == cardBytes)
            #expect(Card(plaintext: text) == card)
        }
    }

    @Test func `a card that doesn't fit by one byte is refused with the numbers`() throws {
        let needed = try WireJSON.encode(Self.full).count + 2
        #expect(try Self.full.plaintext(cardBytes: needed).count == needed)
        let refusal = #expect(throws: Card.TooLong.self) { try Self.full.plaintext(cardBytes: needed - 1) }
        #expect(refusal?.item == "ring")
        #expect(refusal?.needed == needed)
        #expect(refusal?.cardBytes == needed - 1)
    }

    @Test func `a sealed card's length says nothing of what is inside`() throws {
        let sizes = try [Self.plain, Self.full].map {
            try Self.seal.seal($0.plaintext(cardBytes: 256), with: Self.key).count
        }
        #expect(sizes == [288, 288])
    }

    @Test func `bytes that are no card's give none`() throws {
        let text = try Self.plain.plaintext(cardBytes: 128)
        func changed(_ index: Int, _ byte: UInt8) -> [UInt8] { text.enumerated().map { $0 == index ? byte : $1 } }
        #expect(Card(plaintext: []) == nil)
        #expect(Card(plaintext: [0]) == nil)
        #expect(Card(plaintext: [0, 0]) == nil)
        #expect(Card(plaintext: changed(0, 255)) == nil)
        #expect(Card(plaintext: changed(1, text[1] + 1)) == nil)
        #expect(Card(plaintext: changed(1, text[1] - 1)) == nil)
        #expect(Card(plaintext: changed(127, 1)) == nil)
        #expect(Card(plaintext: changed(2, UInt8(ascii: "["))) == nil)
        #expect(Card(json: Array(#"{"item":"a","name":"A","set":"s","price":1}"#.utf8)) == nil)
    }

    @Test func `keys that nobody knows are passed over`() {
        let json = Array(#"{"item":"a","name":"A","set":"s","price":1,"currency":"coins","new":{"x":[1]}}"#.utf8)
        let text = BigEndian.bytes(UInt16(json.count)) + json + [0, 0, 0]
        #expect(Card(plaintext: text) == Card(item: "a", name: "A", set: "s", price: 1, currency: "coins"))
    }

    @Test func `a card opens only with its own key and under its own name`() throws {
        let sealed = try Self.seal.seal(Self.full.plaintext(cardBytes: 256), with: Self.key)
        #expect(Self.seal.open(sealed, with: Self.key).flatMap(Card.init(plaintext:)) == Self.full)
        #expect(Self.seal.open(sealed, with: Workshop.key(1, slot: 10)) == nil)
        for other in Self.otherNames { #expect(other.open(sealed, with: Self.key) == nil) }
    }

    /// The seal with one of its numbers changed at a time.
    private static let otherNames = [
        CardSeal(chain: Workshop.chain(2).id, slot: 9, position: 2, revision: 1, seconds: 60),
        CardSeal(chain: Workshop.chain(1).id, slot: 8, position: 2, revision: 1, seconds: 60),
        CardSeal(chain: Workshop.chain(1).id, slot: 9, position: 3, revision: 1, seconds: 60),
        CardSeal(chain: Workshop.chain(1).id, slot: 9, position: 2, revision: 0, seconds: 60),
        CardSeal(chain: Workshop.chain(1).id, slot: 9, position: 2, revision: 1, seconds: 61),
    ]

    @Test func `the same text under the same name is sealed to the same bytes`() throws {
        let text = try Self.full.plaintext(cardBytes: 256)
        #expect(try Self.seal.seal(text, with: Self.key) == Self.seal.seal(text, with: Self.key))
    }

    /// As when a server goes back to an old copy and draws the same minutes again, from another catalogue. Under one
    /// key and nonce the two ciphertexts would differ just where the texts do, and tell both.
    @Test func `two texts under one name are sealed so that nothing of their difference shows`() throws {
        let texts = try [Self.plain, Self.full].map { try $0.plaintext(cardBytes: 256) }
        let sealed = try texts.map { try Self.seal.seal($0, with: Self.key) }
        let ciphertexts = sealed.map { Array($0.dropFirst(16).dropLast(16)) }
        let shown = zip(ciphertexts[0], ciphertexts[1]).map { $0 ^ $1 }
        let hidden = zip(texts[0], texts[1]).map { $0 ^ $1 }
        #expect(shown.count == 256 && hidden.count { $0 == 0 } > 96)
        #expect(shown != hidden)
        #expect(zip(shown, hidden).count { $0 == $1 } < 16, "as many bytes agree by chance as one in 256 does")
    }

    @Test func `a sealed card with any byte changed or missing stays shut`() throws {
        let sealed = try Self.seal.seal(Self.full.plaintext(cardBytes: 256), with: Self.key)
        let opened = sealed.indices.filter { index in
            var changed = sealed
            changed[index] ^= 0x40
            return Self.seal.open(changed, with: Self.key) != nil
                || Self.seal.open(sealed.prefix(index), with: Self.key) != nil
        }
        #expect(opened == [])
    }
}
