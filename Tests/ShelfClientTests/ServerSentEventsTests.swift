import Crypto
import ShelfClient
import ShelfWire
import Testing

@Suite struct `A stream of server-sent events` {
    static let text = """
        : a word to keep the line open\r
        event: key\r
        id: abc.7\r
        data: {"glyph":"🍎"}\r
        \r
        event:key\ndata:one\ndata: two\nretry: 5\nunknown\n\nevent: nothing\n\ndata\n\n
        """

    func events(_ pieces: [[UInt8]]) throws -> [[String]] {
        var reader = ServerSentEvents()
        return try pieces.flatMap { try reader.read($0) }.map { [$0.name, $0.id, $0.data] }
    }

    let expected = [["key", "abc.7", #"{"glyph":"🍎"}"#], ["key", "", "one\ntwo"], ["", "", ""]]

    @Test func `gives whole events`() throws {
        #expect(try events([Array(Self.text.utf8)]) == expected)
    }

    @Test(arguments: 0...text.utf8.count) func `may be cut anywhere`(cut: Int) throws {
        let bytes = Array(Self.text.utf8)
        #expect(try events([Array(bytes[..<cut]), Array(bytes[cut...])]) == expected)
    }

    @Test func `may come byte by byte, with a mark at the start, and with bare returns`() throws {
        let bytes = Array("\u{FEFF}data: a\r\rdata: b\r\n\r\n".utf8)
        #expect(try events(bytes.map { [$0] }) == [["", "", "a"], ["", "", "b"]])
    }

    @Test func `keeps what combines with a colon or a blank to one character`() throws {
        let bytes = Array("data:\u{301}a\n\ndata: \u{301}b\n\nevent:\u{200D}c\ndata:\u{FEFF}\n\n".utf8)
        #expect(try events([bytes]) == [["", "", "\u{301}a"], ["", "", "\u{301}b"], ["\u{200D}c", "", "\u{FEFF}"]])
    }

    @Test func `brings a notice with the longest card that there can be`() throws {
        let notice = Notice(
            store: String(repeating: "a", count: 32), chain: FakeStore().chain.id, slot: 86_400, position: 65_535,
            revision: 65_535, kind: .replaced(seconds: 1 << 32 - 1, sealed: Array(repeating: 7, count: 65_567)))
        let signed = try SignedNotice(notice, key: Curve25519.Signing.PrivateKey())
        let data = String(decoding: try StreamEvent.notice(signed).data(), as: UTF8.self)
        #expect(try events([Array("event: notice\ndata: \(data)\n\n".utf8)]) == [["notice", "", data]])
    }

    @Test func `is given up when a line or an event has no end`() {
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: ServerSentEvents.bytesAtMost + 1)
        #expect(throws: ServerSentEvents.TooLong.self) { try events([long]) }
        let lines = Array(String(repeating: "data: 0123456789\n", count: 20_000).utf8)
        #expect(throws: ServerSentEvents.TooLong.self) { try events([lines]) }
    }
}
