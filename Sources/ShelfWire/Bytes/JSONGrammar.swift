/// Reads bytes as one JSON value in UTF-8 (RFC 8259) and keeps nothing of it.
///
/// A decoder looks only at the members that it is asked for, and takes nearly anything in the others. So whatever comes
/// from outside goes through here first. It is stricter than the RFC where decoders are, or have to be: a text has no
/// half of a surrogate pair, nothing stands before the value, and ``mostLevels`` values lie in each other at most.
package struct JSONGrammar {
    /// How many arrays and objects may lie in each other: `[[]]` is two.
    package static let mostLevels = 64

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    /// How many arrays and objects are open.
    private var level = 0
    /// Which of them are objects. The lowest bit is the innermost's.
    private var objects: UInt64 = 0

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// - Returns: where the bytes stop being JSON; `nil` when they are.
    package static func fault(in bytes: UnsafeRawBufferPointer) -> JSONFault? {
        var grammar = Self(bytes)
        do {
            repeat {
                while try grammar.opens() {}
            } while try grammar.goesOn()
            return nil
        } catch {
            return error
        }
    }

    /// Reads a value, of an array or object only up to the first value in it.
    ///
    /// - Returns: whether that has to be read next.
    private mutating func opens() throws(JSONFault) -> Bool {
        skipBlanks()
        switch next {
        case UInt8(ascii: "\""): try text()
        case UInt8(ascii: "{"):
            try open(isObject: true)
            if next != UInt8(ascii: "}") {
                try name(or: "a member's name in quotes or `}`")
                return true
            }
            close()
        case UInt8(ascii: "["):
            try open(isObject: false)
            if next != UInt8(ascii: "]") { return true }
            close()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: throw fault("a value")
        }
        return false
    }

    /// Reads what follows a value: the ends of arrays and objects, up to the next value.
    ///
    /// - Returns: whether there is one.
    private mutating func goesOn() throws(JSONFault) -> Bool {
        while level > 0 {
            skipBlanks()
            let isObject = objects & 1 == 1
            if next == UInt8(ascii: ",") {
                position += 1
                if isObject {
                    skipBlanks()
                    try name(or: "a member's name in quotes")
                }
                return true
            }
            guard next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                throw fault(isObject ? "`,` or `}`" : "`,` or `]`")
            }
            close()
        }
        skipBlanks()
        guard position == bytes.count else { throw fault("the end of the text") }
        return false
    }

    private mutating func open(isObject: Bool) throws(JSONFault) {
        guard level < Self.mostLevels else {
            throw fault("at most \(Self.mostLevels) arrays and objects in each other")
        }
        level += 1
        objects = objects << 1 | (isObject ? 1 : 0)
        position += 1
        skipBlanks()
    }

    private mutating func close() {
        level -= 1
        objects >>= 1
        position += 1
    }

    private mutating func name(or expected: StaticString) throws(JSONFault) {
        guard next == UInt8(ascii: "\"") else { throw fault("\(expected)") }
        try text()
        skipBlanks()
        guard next == UInt8(ascii: ":") else { throw fault("`:`") }
        position += 1
    }

    private mutating func word(_ word: StaticString) throws(JSONFault) {
        for index in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[index] else { throw fault("`\(word)`") }
            position += 1
        }
    }

    private mutating func number() throws(JSONFault) {
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") {
            position += 1
        } else {
            try digits()
        }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if next | 0x20 == UInt8(ascii: "e") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
    }

    private mutating func digits() throws(JSONFault) {
        guard nextIsDigit else { throw fault("a digit") }
        repeat { position += 1 } while nextIsDigit
    }

    private var nextIsDigit: Bool { next &- 0x30 < 10 }

    /// The byte that comes next; at the end 0, which no JSON has in it.
    private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipBlanks() {
        while next <= 0x20, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { position += 1 }
    }

    private func fault(_ expected: String) -> JSONFault {
        JSONFault(offset: position, expected: expected, found: position < bytes.count ? bytes[position] : nil)
    }
}

/// Texts.
extension JSONGrammar {
    private mutating func text() throws(JSONFault) {
        position += 1
        while true {
            skipPlain()
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"): try escape()
            case 0x80...: try character()
            case 0 where position == bytes.count: throw fault("the closing `\"` of a text")
            default: throw fault("an escape such as `\\n`, as a text can't have a control character itself")
            }
        }
    }

    /// Skips the ASCII characters that need no escape, eight at once where eight are left.
    private mutating func skipPlain() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        while position + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            // The highest bit of the first byte that isn't plain is set, and of none before it. Those behind it may be
            // wrong, as a subtraction borrows from them.
            let control = word &- (ones &* 0x20)
            let quote = (word ^ (ones &* 0x22)) &- ones
            let backslash = (word ^ (ones &* 0x5C)) &- ones
            let other = (word | control | quote | backslash) & (ones &* 0x80)
            guard other == 0 else {
                position += other.trailingZeroBitCount / 8
                return
            }
            position += 8
        }
        while case 0x20...0x7F = next, next != UInt8(ascii: "\""), next != UInt8(ascii: "\\") { position += 1 }
    }

    private mutating func escape() throws(JSONFault) {
        position += 1
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"): try unicodeEscape()
        default: throw fault("one of `\"`, `\\`, `/`, b, f, n, r, t and u, as it follows a backslash")
        }
    }

    private mutating func unicodeEscape() throws(JSONFault) {
        let backslash = position - 1
        position += 1
        let unit = try fourHexDigits()
        guard 0xD800...0xDFFF ~= unit else { return }
        guard unit < 0xDC00 else { throw Self.halfPair(at: backslash) }
        guard next == UInt8(ascii: "\\") else { throw Self.halfPair(at: backslash) }
        position += 1
        guard next == UInt8(ascii: "u") else { throw Self.halfPair(at: backslash) }
        position += 1
        guard 0xDC00...0xDFFF ~= (try fourHexDigits()) else { throw Self.halfPair(at: backslash) }
    }

    private static func halfPair(at offset: Int) -> JSONFault {
        JSONFault(
            offset: offset, expected: "both halves of a surrogate pair, such as `\\ud83d\\ude00`",
            found: UInt8(ascii: "\\"))
    }

    private mutating func fourHexDigits() throws(JSONFault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = next - 0x30
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = next - 0x61 + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = next - 0x41 + 10
            default: throw fault("a hexadecimal digit, as `\\u` has four")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    /// Reads a character that isn't ASCII: table 3-7 of the Unicode Standard, chapter 3.9.
    private mutating func character() throws(JSONFault) {
        let second: ClosedRange<UInt8>
        let others: Int
        switch next {
        case 0xC2...0xDF: (second, others) = (0x80...0xBF, 0)
        case 0xE0: (second, others) = (0xA0...0xBF, 1)
        case 0xED: (second, others) = (0x80...0x9F, 1)
        case 0xE1...0xEF: (second, others) = (0x80...0xBF, 1)
        case 0xF0: (second, others) = (0x90...0xBF, 2)
        case 0xF1...0xF3: (second, others) = (0x80...0xBF, 2)
        case 0xF4: (second, others) = (0x80...0x8F, 2)
        default: throw fault(Self.aCharacter)
        }
        position += 1
        guard second.contains(next) else { throw fault(Self.aCharacter) }
        position += 1
        for _ in 0..<others {
            guard 0x80...0xBF ~= next else { throw fault(Self.aCharacter) }
            position += 1
        }
    }

    private static let aCharacter = "a character in UTF-8"
}
