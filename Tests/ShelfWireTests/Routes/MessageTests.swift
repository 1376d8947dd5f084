import Foundation
import ShelfModel
import ShelfWire
import Testing

/// The JSON of every message, key by key and type by type, as the wire format has it.
@Suite struct MessageTests {
    static let chain = Workshop.chain(1).id
    static let key = Workshop.key(1, slot: 3)

    /// The literal, read by Foundation alone, must be what is written, and be read as the value.
    static func check<Message: Codable & Hashable>(_ message: Message, _ literal: String) throws {
        let written = try JSONSerialization.jsonObject(with: Data(WireJSON.encode(message)), options: .fragmentsAllowed)
        let expected = try JSONSerialization.jsonObject(with: Data(literal.utf8), options: .fragmentsAllowed)
        #expect(written as? NSObject == expected as? NSObject)
        #expect(try WireJSON.decode(Message.self, literal.utf8) == message)
    }

    @Test(arguments: [
        "9007199254740992", "-9007199254740992", "1e400", "123456789012345678901", "12.5", "\"12\"", "null",
    ])
    func `a balance that no reader keeps exactly isn't known, and spoils nothing beside it`(balance: String) throws {
        let wallet = #"{"player":"7","balances":{"coins":\#(balance),"gems":9007199254740991}}"#
        #expect(try WireJSON.decode(PlayerAnswer.self, Array(wallet.utf8)).balances == ["gems": 9_007_199_254_740_991])
        for member in [#","balance":\#(balance)"#, ""] {
            let sold = #"{"receipt":{"bytes":"AA","signature":"AA"},"replayed":false\#(member)}"#
            #expect(try WireJSON.decode(PurchaseConfirmation.self, Array(sold.utf8)).balance == nil)
        }
    }

    @Test func `an answer to a time request`() throws {
        try Self.check(
            TimeAnswer(
                receivedUs: 1_800_000_000_000_001, sentUs: 1_800_000_000_000_017, uncertaintyUs: 50_000, timeline: "t1"),
            """
            {"receivedUs":1800000000000001,"sentUs":1800000000000017,"uncertaintyUs":50000,"timeline":"t1"}
            """)
    }

    @Test func `a key`() throws {
        try Self.check(
            ReleasedKey(chain: Self.chain, slot: 3, key: Self.key),
            #"{"chain":"AQEBAQEBAQEBAQEBAQEBAQ","slot":3,"key":"\#(Base64URL.encode(Self.key.bytes))"}"#)
    }

    @Test func `a boxed key`() throws {
        try Self.check(
            ReleasedKey(chain: Self.chain, slot: 3, box: [1, 2, 3]),
            #"{"chain":"AQEBAQEBAQEBAQEBAQEBAQ","slot":3,"box":"AQID"}"#)
    }

    @Test func `a key event is flat, and its id is the chain's and the slot's`() throws {
        let event = KeyEvent(released: ReleasedKey(chain: Self.chain, slot: 3, key: Self.key), sequence: 30_000_004)
        let key = Base64URL.encode(Self.key.bytes)
        try Self.check(event, #"{"chain":"AQEBAQEBAQEBAQEBAQEBAQ","slot":3,"key":"\#(key)","sequence":30000004}"#)
        #expect(event.id == "AQEBAQEBAQEBAQEBAQEBAQ.3")
    }

    @Test func `a store's description`() throws {
        let palette = Theme.Palette(from: "#000001", to: "#000002", accent: "#000003", shadow: "#00000480")
        let colours = ##"{"from":"#000001","to":"#000002","accent":"#000003","shadow":"#00000480"}"##
        try Self.check(
            StoreDescription(
                id: "main", title: "Main", positions: 12, columns: 4, leadMs: 300, currency: "gold",
                publicKey: "cHCY", theme: Theme(icon: "gem", light: palette, dark: palette)),
            """
            {"id":"main","title":"Main","positions":12,"columns":4,"leadMs":300,"currency":"gold",
             "publicKey":"cHCY","theme":{"icon":"gem","light":\(colours),"dark":\(colours)}}
            """)
    }

    @Test(arguments: Problem.Code.allCases)
    func `a problem document of any code`(code: Problem.Code) throws {
        try Self.check(
            Problem(code, status: 404, title: "Not there", detail: "Ask for another."),
            """
            {"type":"/problems/\(code.rawValue)","title":"Not there","status":404,"code":"\(code.rawValue)",
             "detail":"Ask for another."}
            """)
    }

    @Test func `a window's header and its chains`() throws {
        let vector = try #require(Vectors.shared.windows.first)
        let length = Int(BigEndian.read(UInt32.self, try vector.bytes[8...]))
        try Self.check(vector.header, String(decoding: try vector.bytes[12..<12 + length], as: UTF8.self))
    }

    @Test(arguments: [
        #"{"chain":"AQEB","slot":3,"key":"AAAA"}"#, #"{"chain":"AQEBAQEBAQEBAQEBAQEBAQ","slot":"3"}"#,
        #"{"chain":"AQEBAQEBAQEBAQEBAQEBAQ","slot":3.5}"#, #"{"chain":"AQEBAQEBAQEBAQEBAQEBAQ==","slot":3}"#,
        #"{"slot":3}"#, #"{"chain":"AQEBAQEBAQEBAQEBAQEBAQ","slot":99999999999999999999}"#, "[]", "",
    ])
    func `what is no key is refused`(json: String) {
        #expect(throws: (any Error).self) { try WireJSON.decode(ReleasedKey.self, json.utf8) }
    }

    @Test func `the same value is always the same bytes`() throws {
        let answer = TimeAnswer(receivedUs: 1, sentUs: 2, uncertaintyUs: 3, timeline: "a/b")
        let expected = #"{"receivedUs":1,"sentUs":2,"timeline":"a/b","uncertaintyUs":3}"#
        #expect(try WireJSON.encode(answer) == Array(expected.utf8))
    }
}
