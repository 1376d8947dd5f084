import ShelfModel
import ShelfWire
import Testing

/// Headers that are signed with the right key and still must not be believed.
@Suite struct HostileHeaderTests {
    static let keys = Workshop().header.keys.sorted()

    @Test(arguments: keys)
    func `a header without one of its keys is refused`(key: String) {
        #expect(Workshop.refusal { $0.header[key] = nil } == .header)
    }

    @Test(arguments: keys)
    func `a value of another type is refused`(key: String) {
        for value in [[:], [1, 2, 3], true, 1.5, "?", [["id": "x"]], -1, 9.9e300] as [Any] {
            #expect(Workshop.refusal { $0.header[key] = value } == .header, "\(key): \(value)")
        }
    }

    @Test(arguments: ["sequence", "issuedAtMs", "fromMs", "untilMs", "positions", "columns", "cardBytes"])
    func `a number out of its range is refused, however large`(key: String) {
        for number in [Int64.max, Int64.min, -1, 0, 1 << 53, Int64.max / 1000 + 1, 1_800_000_240_001] {
            #expect(Workshop.refusal { $0.header[key] = number } == .header, "\(key): \(number)")
        }
    }

    @Test func `a window that owes a public key is refused`() {
        #expect(Workshop.refusal { $0.header["released"] = [] } == .header)
    }

    @Test func `a window at the very end of time is refused`() {
        let minute = ((1 << 52) - 1) / 60_000
        let refusal = Workshop.refusal {
            ($0.header["sequence"], $0.header["issuedAtMs"]) = (minute, minute * 60_000)
            ($0.header["fromMs"], $0.header["untilMs"]) = (minute * 60_000, (1 << 52) - 1)
        }
        #expect(refusal == .header)
    }

    @Test func `a count that the file doesn't bear out is an error of the length, however large`() {
        for count in [0, 5, 7, 1 << 32, Int(Int64.max)] {
            #expect(Workshop.refusal { $0.header["count"] = count } == .length)
        }
        #expect(Workshop.refusal { $0.header["count"] = -1 } == .header)
        #expect(Workshop.refusal { $0.header["cardBytes"] = 127 } == .length)
    }

    @Test func `records beside a count of none are refused, and none at all leave positions bare`() {
        #expect(Workshop.refusal { $0.header["count"] = 0 } == .length)
        #expect(Workshop.refusal { ($0.header["count"], $0.records) = (0, []) } == .records)
    }

    @Test(arguments: ["", "Main", "main ", "a/b", "..", "ä", String(repeating: "a", count: 33)])
    func `a store id that can't be is an error of the header`(store: String) {
        #expect(Workshop.refusal { $0.header["store"] = store } == .header)
    }

    @Test func `numbers must agree with each other`() {
        let issued = Workshop.issuedAt.milliseconds
        #expect(Workshop.refusal { $0.header["sequence"] = issued / 60_000 + 1 } == .header)
        #expect(Workshop.refusal { $0.header["fromMs"] = issued - 60_000 } == .header)
        #expect(Workshop.refusal { $0.header["untilMs"] = issued + 599_999 } == .header)
        #expect(Workshop.refusal { $0.header["columns"] = 3 } == .header)
        #expect(
            Workshop.refusal {
                for key in ["issuedAtMs", "fromMs"] { $0.header[key] = issued + 1 }
            } == .header)
    }

    @Test(arguments: [
        "0", String(repeating: "0", count: 63), String(repeating: "A", count: 64), String(repeating: "g", count: 64),
    ])
    func `what stands for the window before must be a digest`(previous: String) {
        #expect(Workshop.refusal { $0.header["previous"] = previous } == .header)
    }

    @Test(arguments: [
        ("slots", 0), ("slots", 86_401), ("slots", -1), ("epochMs", -1000), ("epochMs", 1_800_000_000_001),
        ("epochMs", Int64.max), ("epochMs", Int64.min), ("leadMs", -1), ("leadMs", Int64.max), ("slots", Int64.max),
    ])
    func `a chain with impossible numbers is refused`(key: String, number: Int64) {
        #expect(Workshop.refusal { $0.changeChain { $0[key] = number } } == .header)
    }

    @Test(arguments: [("id", "AAAA"), ("anchor", "AAAA"), ("id", ""), ("anchor", "=")])
    func `a chain whose name or anchor has another length is refused`(key: String, text: String) {
        #expect(Workshop.refusal { $0.changeChain { $0[key] = text } } == .header)
    }

    @Test func `there are one or two chains, the second where the first ends`() {
        let first = Workshop.chain(1)
        let second = Workshop.chain(2, epochMs: first.end.milliseconds)
        let late = Workshop.chain(2, epochMs: first.end.milliseconds + 1000)
        let third = Workshop.chain(3, epochMs: second.end.milliseconds)
        #expect(Workshop.refusal { $0.chains(first, second) } == nil)
        #expect(Workshop.refusal { $0.chains() } == .header)
        #expect(Workshop.refusal { $0.chains(first, late) } == .header)
        #expect(Workshop.refusal { $0.chains(second, first) } == .header)
        #expect(Workshop.refusal { $0.chains(first, first) } == .header)
        #expect(Workshop.refusal { $0.chains(first, second, third) } == .header)
    }

    @Test(arguments: [239, 241, 0, -1, 3600, Int.max, Int.min])
    func `a released key must be the newest of its chain`(slot: Int) {
        #expect(Workshop.refusal { $0.changeReleased { $0["slot"] = slot } } == .header)
    }

    @Test func `a released key must be of a chain in the header, and come bare or boxed, not both`() {
        #expect(Workshop.refusal { $0.changeReleased { $0["chain"] = "\(Workshop.chain(2).id)" } } == .header)
        #expect(Workshop.refusal { $0.changeReleased { $0["box"] = "AAAA" } } == .header)
        #expect(Workshop.refusal { $0.changeReleased { $0["key"] = nil } } == .header)
        #expect(Workshop.refusal { $0.changeReleased { $0["key"] = "AAAA" } } == .header)
    }

    @Test(arguments: [
        "", "{", "null", "[]", "7", "\"header\"", "{}", "{\"store\":\"main\"}", "\u{0}", "{\"store\":\"main\",}",
        "// nothing", String(repeating: "[", count: 60_000), String(repeating: "{\"a\":", count: 12_000),
    ])
    func `what is no header at all is refused`(text: String) throws {
        #expect(Workshop.refusal(of: try Workshop.file(header: Array(text.utf8))) == .header)
    }

    @Test func `deep nesting inside a key that nobody knows is refused`() throws {
        let deep = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
        #expect(Workshop.refusal(of: try Self.window(adding: "\"extra\":\(deep),")) == .header)
    }

    @Test func `a key that nobody knows is passed over`() throws {
        #expect(Workshop.refusal(of: try Self.window(adding: "\"extra\":{\"a\":[1,null]},")) == nil)
    }

    @Test func `a header that isn't UTF-8 is refused`() throws {
        let broken = try Self.window(adding: "\"extra\":\"?\",", patch: (UInt8(ascii: "?"), 0xff))
        #expect(Workshop.refusal(of: broken) == .header)
        let text = String(decoding: try Self.json(), as: UTF8.self)
        let wide = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(Workshop.refusal(of: try Self.file(header: wide)) == .header)
    }

    /// Which of the two counts is the JSON reader's affair, so a publisher must not write such a header.
    @Test func `of a key that stands twice one counts, and the other checks still stand`() throws {
        #expect(Workshop.refusal(of: try Self.window(adding: "\"store\":\"main\",")) == nil)
        let elsewhere = Workshop.refusal(of: try Self.window(adding: "\"store\":\"else\","))
        #expect(elsewhere == nil || elsewhere == .store)
        let impossible = Workshop.refusal(of: try Self.window(adding: "\"count\":-1,"))
        #expect(impossible == nil || impossible == .header)
    }

    private static func json() throws -> [UInt8] {
        let file = try Workshop().file()
        return Array(file[12..<12 + Int(BigEndian.read(UInt32.self, file[8...]))])
    }

    /// The workshop's window with more at the beginning of its header.
    private static func window(adding text: String, patch: (UInt8, UInt8)? = nil) throws -> [UInt8] {
        let header = try [UInt8(ascii: "{")] + Array(text.utf8) + json().dropFirst()
        return try file(header: header.map { $0 == patch?.0 ? patch!.1 : $0 })
    }

    private static func file(header: [UInt8]) throws -> [UInt8] {
        try Workshop.file(header: header, records: Workshop().records.flatMap(Workshop.bytes))
    }
}

extension Workshop {
    fileprivate mutating func chains(_ chains: Chain...) {
        header["chains"] = chains.map(Self.json)
    }

    fileprivate mutating func changeChain(_ change: (inout [String: Any]) -> Void) {
        var chain = Self.json(Self.chain(1))
        change(&chain)
        header["chains"] = [chain]
    }

    fileprivate mutating func changeReleased(_ change: (inout [String: Any]) -> Void) {
        var released = (header["released"] as? [[String: Any]])?.first ?? [:]
        change(&released)
        header["released"] = [released]
    }
}
