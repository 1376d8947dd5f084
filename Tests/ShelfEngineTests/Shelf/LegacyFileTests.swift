import Foundation
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `A file for old clients` {
    private static let chain = ChainID(bytes: [UInt8](repeating: 7, count: 16))!
    private static let listings = [
        LegacyListing(
            position: 0, item: "hat", name: "Hut \"ä\"", price: 120, start: Fixtures.start - .seconds(60),
            end: Fixtures.start + .seconds(45), chain: chain, slot: 61, revision: 0, isWithdrawn: false),
        LegacyListing(
            position: 0, item: "cape", name: "Cape", price: 0, start: Fixtures.start + .seconds(45),
            end: Fixtures.start + .minutes(5), chain: chain, slot: 166, revision: 2, isWithdrawn: true),
    ]

    private func text(_ settings: LegacySettings) throws -> String {
        let file = try LegacyFile(issuedAt: Fixtures.start, listings: Self.listings, settings: settings)
        return String(decoding: file.bytes, as: UTF8.self)
    }

    /// The Base64 is what OpenSSL makes of the JSON in `docs/legacy.md`'s usual form, by this command:
    /// `openssl enc -aes-256-cbc -K 7369787465656e206c6574746572732100000000000000000000000000000000 -iv 0 -base64 -A`
    ///
    ///     {"issued":1800000000,"listings":[
    ///      {"end":1800000045,"item":"hat","name":"Hut \"ä\"","position":0,"price":120,"start":1799999940},
    ///      {"end":1800000300,"item":"cape","name":"Cape","position":0,"price":0,"start":1800000045}]}
    @Test func `is byte for byte what OpenSSL makes of its JSON`() throws {
        let golden =
            "rpRTb7Smk5czx39BXiK7iJS4y+mZIm6gxpY2WmUlJmL9T8s6NFlspYWQLDf/MQenr/zHf08Y0jJEygTF6J1g49ZUSJfX1QSevaQEqAug"
            + "nQHZjn+gvI+yr5T0OR7Gg5wN1YqokZGtS13SribvL1kmhOS0X04bKJhDq6WG61PV3k5xiLVj7bn2sTQdpJdTV6T6kcbsEi3hQDcMxWRh"
            + "/dRvKbT7h54bZEvGH3YyPkLhZ44qg8g9SuoHO/Wf9TNsSuRD1CF+j3cWsj0rqeB05f7psiRhLwAuSvgHFXUGitfmIgY="
        #expect(try text(LegacySettings(key: Fixtures.legacyKey)) == golden)
    }

    @Test func `calls its members as the game's clients do, and has what buying needs where it is named`() throws {
        let names = LegacyNames([
            .issued: "t", .listings: "slots", .position: "p", .item: "id", .name: "title", .price: "cost",
            .start: "from", .end: "to", .chain: "chain", .slot: "n", .revision: "r", .withdrawn: "gone",
        ])
        let text = try text(LegacySettings(key: Fixtures.legacyKey, names: names))
        #expect(
            LegacyText.json(in: Array(text.utf8), Fixtures.legacyKey) == """
                {"slots":[\
                {"chain":"BwcHBwcHBwcHBwcHBwcHBw","cost":120,"from":1799999940,"gone":false,"id":"hat","n":61,"p":0,\
                "r":0,"title":"Hut \\"ä\\"","to":1800000045},\
                {"chain":"BwcHBwcHBwcHBwcHBwcHBw","cost":0,"from":1800000045,"gone":true,"id":"cape","n":166,"p":0,\
                "r":2,"title":"Cape","to":1800000300}],"t":1800000000}
                """)
    }

    @Test func `is told apart by its digest from one with another key`() throws {
        let other = try #require(LegacyKey("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"))
        let files = try [Fixtures.legacyKey, other].map {
            try LegacyFile(issuedAt: Fixtures.start, listings: [], settings: LegacySettings(key: $0))
        }
        #expect(files[0].bytes != files[1].bytes)
        #expect(files.map(\.digest) == files.map { WindowFile.digest(of: $0.bytes) })
        #expect(LegacyText.json(in: files[1].bytes, other) == #"{"issued":1800000000,"listings":[]}"#)
        #expect(LegacyText.json(in: files[1].bytes, Fixtures.legacyKey) == nil)
    }

    @Test func `has a key that describes itself nowhere`() throws {
        #expect("\(LegacySettings(key: Fixtures.legacyKey))".contains("sixteen") == false)
        #expect(LegacyKey(password: "fifteen letters") == nil)
        #expect(LegacyKey(password: "sechzehn Zeiche\u{E4}") == nil)
    }
}
