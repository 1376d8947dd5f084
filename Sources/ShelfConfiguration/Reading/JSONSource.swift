import ShelfWire

/// Parses a JSON file that may be malicious. As games write them, it may have comments (`//` and `/* */`), and commas
/// before a closing bracket. Foundation's decoder gives neither lines, nor the order of members, nor numbers as they are
/// written.
struct JSONSource {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    /// Returns the file's value. Returns `nil` and reports an error when it can't be read.
    static func root(_ bytes: [UInt8], file: String, log: ProblemLog) -> JSONNode? {
        let content = plain(SourceText.withoutMark(bytes))
        if let fault = crowd(content) ?? grammarFault(content) {
            fault.report(in: file, to: log)
            return nil
        }
        var source = JSONSource(bytes: content)
        return source.value()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private static func crowd(_ bytes: [UInt8]) -> Fault? {
        let signs = bytes.count { [UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{")].contains($0) }
        guard signs > ContentBounds.csvCommas else { return nil }
        return Fault(
            found: "\(grouped(signs)) commas and opening brackets",
            expected: "at most \(grouped(ContentBounds.csvCommas))", advice: "split the file")
    }

    /// What comes after this is JSON: at most 64 values in each other, and UTF-8.
    private static func grammarFault(_ bytes: [UInt8]) -> Fault? {
        guard let fault = bytes.withUnsafeBytes(JSONGrammar.fault(in:)) else { return nil }
        let line = bytes.prefix(fault.offset).count { $0 == UInt8(ascii: "\n") } + 1
        guard SourceText.decode(bytes[...]) != nil else {
            return Fault(line: line, found: "text that is not UTF-8", expected: "UTF-8")
        }
        let found = fault.found.map { quoted(String(UnicodeScalar($0))) } ?? "the end of the file"
        return Fault(line: line, found: found, expected: fault.expected)
    }

    /// The same lines with blanks for comments and for commas before a closing bracket.
    private static func plain(_ content: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = Array(content)
        var (index, comma) = (0, Int?.none)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index = endOfText(bytes, from: index)
                comma = nil
            case UInt8(ascii: "/") where index + 1 < bytes.count:
                let end = endOfComment(bytes, from: index)
                for place in index..<end where bytes[place] != UInt8(ascii: "\n") { bytes[place] = UInt8(ascii: " ") }
                index = max(end, index + 1)
            case UInt8(ascii: ","):
                comma = index
                index += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if let comma { bytes[comma] = UInt8(ascii: " ") }
                comma = nil
                index += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): index += 1
            default:
                comma = nil
                index += 1
            }
        }
        return bytes
    }

    private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    /// Returns `start` where no comment begins.
    private static func endOfComment(_ bytes: [UInt8], from start: Int) -> Int {
        switch bytes[start + 1] {
        case UInt8(ascii: "/"): return bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        case UInt8(ascii: "*"):
            var index = start + 2
            while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/") {
                index += 1
            }
            return min(index + 2, bytes.count)
        default: return start
        }
    }

    private mutating func value() -> JSONNode {
        skipBlanks()
        let first = line
        switch bytes[position] {
        case UInt8(ascii: "\""): return JSONNode(value: .text(text()), line: first)
        case UInt8(ascii: "["): return JSONNode(value: .list(list()), line: first)
        case UInt8(ascii: "{"): return JSONNode(value: .object(object()), line: first)
        default:
            let word = bytes[position...].prefix { !" \t\n\r,]}".utf8.contains($0) }
            position += word.count
            let text = String(decoding: word, as: UTF8.self)
            return JSONNode(value: text == "null" ? .null : .word(text), line: first)
        }
    }

    private mutating func list() -> [JSONNode] {
        var elements: [JSONNode] = []
        open()
        while !closes(UInt8(ascii: "]")) { elements.append(value()) }
        return elements
    }

    private mutating func object() -> [(name: String, value: JSONNode)] {
        var members: [(name: String, value: JSONNode)] = []
        open()
        while !closes(UInt8(ascii: "}")) {
            let name = text()
            skipBlanks()
            position += 1
            members.append((name, value()))
        }
        return members
    }

    private mutating func open() { position += 1 }

    /// Skips the comma before the next value, or the closing bracket.
    ///
    /// - Returns: whether it was the bracket.
    private mutating func closes(_ bracket: UInt8) -> Bool {
        skipBlanks()
        let next = bytes[position]
        if next == bracket || next == UInt8(ascii: ",") { position += 1 }
        if next != bracket { skipBlanks() }
        return next == bracket
    }

    /// Reads a text in quotes, which stands here.
    private mutating func text() -> String {
        position += 1
        var units: [UInt8] = []
        while bytes[position] != UInt8(ascii: "\"") {
            let plain = bytes[position...].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            units += plain
            position += plain.count
            if bytes[position] == UInt8(ascii: "\\") { units += String(escape()).utf8 }
        }
        position += 1
        return String(decoding: units, as: UTF8.self)
    }

    private mutating func escape() -> Character {
        let letter = bytes[position + 1]
        position += 2
        switch letter {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            var unit = fourDigits()
            // The second half of a pair follows, as the grammar says.
            if 0xD800...0xDBFF ~= unit {
                position += 2
                unit = 0x10000 + (unit - 0xD800) << 10 + (fourDigits() - 0xDC00)
            }
            return Character(Unicode.Scalar(unit) ?? "\u{FFFD}")
        default: return Character(Unicode.Scalar(letter))
        }
    }

    private mutating func fourDigits() -> UInt32 {
        defer { position += 4 }
        return UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16) ?? 0
    }

    private mutating func skipBlanks() {
        while " \t\n\r".utf8.contains(bytes[position]) {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }
}
