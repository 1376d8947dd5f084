import ShelfWire
import Testing

@Suite struct `JSON's grammar` {
    @Test(arguments: [
        "{}", "[]", "null", "true", "false", "0", "\"\"", " \t\r\n7 \t\r\n", "[[],{},[{}],{\"a\":[]}]",
        "{\"a\":1,\"b\":{\"c\":null}}", "{ \"a\" : [ 1 , 2 ] , \"b\" : \"\" }", "{\"a\":1,\"a\":2}", "{\"\":0}",
    ])
    func `takes every kind of value, with blanks wherever they may be`(text: String) {
        #expect(fault(text) == nil)
    }

    @Test(arguments: [
        "-0", "10", "-1", "0.0", "1.50", "-0.25", "0e0", "1E5", "1e+05", "1e-05", "1.5E+300", "1e400",
        "123456789012345678901234567890",
    ])
    func `takes numbers of any size`(text: String) {
        #expect(fault(text) == nil)
        #expect(fault("[\(text),\(text)]") == nil)
    }

    @Test(arguments: [
        "é", "箱", "💎", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}",
        "\u{40000}", "\u{FFFFF}", "\u{10FFFF}", "\u{FEFF}", "\u{2028}", "'", "/", "[1,]", "\\\"", "\\\\", "\\/",
        "\\b\\f\\n\\r\\t", "\\u0000", "\\u00e9", "\\uABCD", "\\uD7FF\\uE000\\uFFFF", "\\ud83d\\ude00", "\\uDBFF\\uDFFF",
        "\\uD800\\uDC00\\uD800\\uDC00",
    ])
    func `takes every character in a text, wherever it stands`(piece: String) {
        for length in 0...17 {
            let plain = String(repeating: "a", count: length)
            #expect(fault("\"\(plain)\(piece)\"") == nil, "after \(length)")
            #expect(fault("{\"\(piece)\(plain)\":\"\(piece)\(plain)\(piece)\"}") == nil, "around \(length)")
        }
    }

    @Test(arguments: [
        ("", "at byte 0: expected a value, found the end"), ("  ", "at byte 2: expected a value, found the end"),
        ("[1,]", "at byte 3: expected a value, found `]`"), ("[,1]", "at byte 1: expected a value, found `,`"),
        ("[1,,2]", "at byte 3: expected a value, found `,`"), ("[", "at byte 1: expected a value, found the end"),
        ("[1 2]", "at byte 3: expected `,` or `]`, found `2`"), ("[1}", "at byte 2: expected `,` or `]`, found `}`"),
        ("[1", "at byte 2: expected `,` or `]`, found the end"), ("[1:2]", "at byte 2: expected `,` or `]`, found `:`"),
        ("{\"a\":1]", "at byte 6: expected `,` or `}`, found `]`"),
        ("{\"a\":1 \"b\":2}", "at byte 7: expected `,` or `}`, found `\"`"),
        ("{\"a\":}", "at byte 5: expected a value, found `}`"), ("{\"a\" 1}", "at byte 5: expected `:`, found `1`"),
        ("{\"a\"}", "at byte 4: expected `:`, found `}`"), ("{\"a\"::1}", "at byte 5: expected a value, found `:`"),
        ("{\"a\":1,}", "at byte 7: expected a member's name in quotes, found `}`"),
        ("{\"a\":1, ", "at byte 8: expected a member's name in quotes, found the end"),
        ("{,}", "at byte 1: expected a member's name in quotes or `}`, found `,`"),
        ("{a:1}", "at byte 1: expected a member's name in quotes or `}`, found `a`"),
        ("{1:1}", "at byte 1: expected a member's name in quotes or `}`, found `1`"),
        ("{null:1}", "at byte 1: expected a member's name in quotes or `}`, found `n`"),
        ("1 2", "at byte 2: expected the end of the text, found `2`"),
        ("{}}", "at byte 2: expected the end of the text, found `}`"),
        ("[]\u{0}", "at byte 2: expected the end of the text, found the byte 0x00"),
        ("{}#", "at byte 2: expected the end of the text, found `#`"),
        ("]", "at byte 0: expected a value, found `]`"), ("'a'", "at byte 0: expected a value, found `'`"),
        ("/* */1", "at byte 0: expected a value, found `/`"),
        ("\u{0}1", "at byte 0: expected a value, found the byte 0x00"),
        ("\u{B}1", "at byte 0: expected a value, found the byte 0x0b"),
        ("[\u{C}]", "at byte 1: expected a value, found the byte 0x0c"),
        ("\u{A0}1", "at byte 0: expected a value, found the byte 0xc2"),
        ("\u{FEFF}{}", "at byte 0: expected a value, found the byte 0xef"),
    ])
    func `says where values, commas and names don't fit`(text: String, said: String) {
        #expect(fault(text) == said)
    }

    @Test(arguments: [
        ("-", "at byte 1: expected a digit, found the end"), ("[-]", "at byte 2: expected a digit, found `]`"),
        ("--1", "at byte 1: expected a digit, found `-`"), ("-a", "at byte 1: expected a digit, found `a`"),
        ("+1", "at byte 0: expected a value, found `+`"), (".5", "at byte 0: expected a value, found `.`"),
        ("1.", "at byte 2: expected a digit, found the end"), ("[1.]", "at byte 3: expected a digit, found `]`"),
        ("1.e5", "at byte 2: expected a digit, found `e`"), ("-.5", "at byte 1: expected a digit, found `.`"),
        ("1e", "at byte 2: expected a digit, found the end"), ("1e+", "at byte 3: expected a digit, found the end"),
        ("1e+-1", "at byte 3: expected a digit, found `-`"),
        ("1e1.5", "at byte 3: expected the end of the text, found `.`"),
        ("01", "at byte 1: expected the end of the text, found `1`"),
        ("-01", "at byte 2: expected the end of the text, found `1`"),
        ("0x1", "at byte 1: expected the end of the text, found `x`"),
        ("1_0", "at byte 1: expected the end of the text, found `_`"),
        ("[1.2.3]", "at byte 4: expected `,` or `]`, found `.`"),
        ("１", "at byte 0: expected a value, found the byte 0xef"),
        ("NaN", "at byte 0: expected a value, found `N`"), ("-Infinity", "at byte 1: expected a digit, found `I`"),
        ("nul", "at byte 3: expected `null`, found the end"), ("nan", "at byte 1: expected `null`, found `a`"),
        ("[tru]", "at byte 4: expected `true`, found `]`"),
        ("falſe", "at byte 3: expected `false`, found the byte 0xc5"),
        ("True", "at byte 0: expected a value, found `T`"),
        ("nulls", "at byte 4: expected the end of the text, found `s`"),
    ])
    func `says where numbers and words end too early or too late`(text: String, said: String) {
        #expect(fault(text) == said)
    }

    @Test(arguments: [
        ("\t", 0, "an escape such as `\\n`, as a text can't have a control character itself, found the byte 0x09"),
        ("\n", 0, "an escape such as `\\n`, as a text can't have a control character itself, found the byte 0x0a"),
        ("\u{1F}", 0, "an escape such as `\\n`, as a text can't have a control character itself, found the byte 0x1f"),
        ("\u{0}", 0, "an escape such as `\\n`, as a text can't have a control character itself, found the byte 0x00"),
        ("\\x41", 1, "one of `\"`, `\\`, `/`, b, f, n, r, t and u, as it follows a backslash, found `x`"),
        ("\\'", 1, "one of `\"`, `\\`, `/`, b, f, n, r, t and u, as it follows a backslash, found `'`"),
        ("\\ ", 1, "one of `\"`, `\\`, `/`, b, f, n, r, t and u, as it follows a backslash, found a blank"),
        ("\\U0041", 1, "one of `\"`, `\\`, `/`, b, f, n, r, t and u, as it follows a backslash, found `U`"),
        ("\\u", 2, "a hexadecimal digit, as `\\u` has four, found `\"`"),
        ("\\u12", 4, "a hexadecimal digit, as `\\u` has four, found `\"`"),
        ("\\u12g4", 4, "a hexadecimal digit, as `\\u` has four, found `g`"),
        ("\\u+123", 2, "a hexadecimal digit, as `\\u` has four, found `+`"),
    ])
    func `says which byte a text can't have, wherever it stands`(piece: String, place: Int, said: String) {
        for length in 0...17 {
            let plain = String(repeating: "a", count: length)
            #expect(fault("[\"\(plain)\(piece)\"]") == "at byte \(2 + length + place): expected \(said)")
        }
    }

    @Test(arguments: [
        "\"", "\"a", "{\"", "{\"a", "[\"abcdefgh", "\"abcdefghijklmnop", "\"\\\"", "\"\\\\\\\"", "\"é",
    ])
    func `says that a text has no end`(text: String) {
        #expect(fault(text) == "at byte \(text.utf8.count): expected the closing `\"` of a text, found the end")
    }

    @Test(arguments: [
        "\\ud800", "\\uDBFF", "\\udc00", "\\uDFFF", "\\ud83d.", "\\ud83d\\n", "\\ud83d\\u0041", "\\ud83d\\ud83d",
        "\\ude00\\ude00", "\\ude00\\ud83d", "\\ud83d\\\\ude00",
    ])
    func `takes no half of a surrogate pair, as decoders can't read it`(piece: String) {
        let said = "expected both halves of a surrogate pair, such as `\\ud83d\\ude00`, found `\\`"
        #expect(fault("\"\(piece)\"") == "at byte 1: \(said)")
        #expect(fault("{\"abcdefgh\(piece)\":1}") == "at byte 10: \(said)")
    }

    /// Bytes, and the place of the first one that ends no valid character.
    @Test(
        arguments: [
            ([0x80], 0), ([0xBF], 0), ([0xC0, 0xAF], 0), ([0xC1, 0xBF], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xFF], 0),
            ([0xFE], 0), ([0xF8, 0x88, 0x80, 0x80, 0x80], 0), ([0xC3], 1), ([0xC3, 0x28], 1), ([0xC3, 0xC3], 1),
            ([0xE0, 0x9F, 0xBF], 1), ([0xE2, 0x82], 2), ([0xE2, 0x28, 0xA1], 1), ([0xED, 0xA0, 0x80], 1),
            ([0xED, 0xBF, 0xBF], 1), ([0xEF, 0xBF, 0xC0], 2), ([0xF0, 0x8F, 0xBF, 0xBF], 1), ([0xF0, 0x9F, 0x92], 3),
            ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF1, 0x80, 0x7F, 0x80], 2), ([0xF3, 0x80, 0x80, 0xC0], 3),
        ] as [([UInt8], Int)])
    func `takes no bytes that aren't UTF-8`(piece: [UInt8], place: Int) {
        for length in 0...9 {
            let plain = [UInt8](repeating: 0x61, count: length)
            let said = fault(bytes: [0x22] + plain + piece + [0x22])
            #expect(said?.hasPrefix("at byte \(1 + length + place): expected a character in UTF-8, found ") == true)
        }
    }

    /// UTF-16 with its bytes in either order, and with a mark in front.
    @Test(
        arguments: [
            [0x7B, 0, 0x7D, 0], [0, 0x7B, 0, 0x7D], [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0x37, 0], [0, 0x37],
        ] as [[UInt8]])
    func `takes no other coding`(bytes: [UInt8]) {
        #expect(fault(bytes: bytes) != nil)
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}"), ("[1,", ",2]"), (" [ ", " ] ")])
    func `takes 64 levels and no more`(start: String, end: String) {
        func nested(_ levels: Int) -> String {
            String(repeating: start, count: levels) + "[]" + String(repeating: end, count: levels)
        }
        #expect(fault(nested(63)) == nil)
        #expect(fault(nested(64))?.contains("expected at most 64 arrays and objects in each other, found `[`") == true)
        #expect(fault("[\(nested(62)),\(nested(62))]") == nil, "beside each other there are more")
        #expect(fault(String(repeating: start, count: 100_000))?.contains("expected at most 64 ") == true)
    }

    @Test func `knows arrays from objects on every level`() {
        let mixed = String(repeating: "[{\"a\":", count: 32)
        #expect(fault(mixed + "1" + String(repeating: "}]", count: 32)) == nil)
        for wrong in 0..<64 {
            var ends = Array(String(repeating: "}]", count: 32))
            ends[wrong] = ends[wrong] == "]" ? "}" : "]"
            #expect(fault(mixed + "1" + String(ends))?.hasPrefix("at byte \(mixed.utf8.count + 1 + wrong): ") == true)
        }
    }

    @Test func `takes nothing that breaks off`() {
        let whole = #"{"a":[1.5e-3,{"é\n":"\ud83d\ude00 plain text of some length"},true,null],"b":{}}"#
        #expect(fault(whole) == nil)
        for length in 0..<whole.utf8.count {
            #expect(fault(bytes: Array(whole.utf8.prefix(length))) != nil, "\(length) bytes")
        }
    }

    @Test(arguments: ["[1,]", "[-]", "\"\t\"", "{\"y\":1,}", "\"\\ud800\"", "[1 2]", "01"])
    func `holds for what a decoder isn't asked for`(value: String) {
        struct Known: Decodable {
            let known: Int
        }
        #expect(throws: DecodingError.self) {
            try WireJSON.decode(Known.self, "{\"known\":1,\"x\":\(value)}".utf8)
        }
    }

    private func fault(_ text: String) -> String? { fault(bytes: Array(text.utf8)) }

    private func fault(bytes: [UInt8]) -> String? { bytes.withUnsafeBytes(JSONGrammar.fault(in:))?.description }
}
