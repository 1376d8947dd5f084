/// JavaScript without its comments, indentation and empty lines. Everything that runs stays as it is written, line by
/// line, so that automatic semicolons fall where they did.
package struct CompactScript {
    private let source: [UInt8]
    private var place = 0
    private var output: [UInt8] = []

    /// - Parameter source: a script or module in UTF-8 whose syntax is right.
    package static func text(of source: [UInt8]) -> String {
        var script = CompactScript(source: source)
        script.copyCode(until: nil)
        return String(decoding: script.output, as: UTF8.self)
    }

    private init(source: [UInt8]) {
        self.source = source
        output.reserveCapacity(source.count)
    }

    /// Copies code up to the bracket that ends it, or to the end of the source.
    ///
    /// - Parameter end: `}` within a template's `${…}`.
    private mutating func copyCode(until end: UInt8?) {
        var depth = 0
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "/") where beginsPattern: copyPattern()
            case UInt8(ascii: "\""), UInt8(ascii: "'"): copyQuoted(by: byte)
            case UInt8(ascii: "`"): copyTemplate()
            case UInt8(ascii: "\n"): copyLineBreak()
            default:
                if byte == UInt8(ascii: "{") { depth += 1 }
                if byte == end {
                    guard depth > 0 else { return }
                    depth -= 1
                }
                copy()
            }
        }
    }

    private func peek(_ ahead: Int = 0) -> UInt8? {
        place + ahead < source.count ? source[place + ahead] : nil
    }

    private mutating func copy() {
        output.append(source[place])
        place += 1
    }

    private mutating func skipLine() {
        while let byte = peek(), byte != UInt8(ascii: "\n") { place += 1 }
    }

    /// A comment that spans lines counts as a line break, and any other as a blank.
    private mutating func skipComment() {
        place += 2
        var spansLines = false
        while let byte = peek() {
            if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") { break }
            if byte == UInt8(ascii: "\n") { spansLines = true }
            place += 1
        }
        place = min(place + 2, source.count)
        if spansLines { breakLine() } else if output.last.map(Self.isPartOfWord) == true { output.append(Self.blank) }
    }

    private mutating func copyLineBreak() {
        place += 1
        breakLine()
        while let byte = peek(), byte == Self.blank || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") {
            place += 1
        }
    }

    /// Ends the line, unless it is empty.
    private mutating func breakLine() {
        while output.last == Self.blank { output.removeLast() }
        if let last = output.last, last != UInt8(ascii: "\n") { output.append(UInt8(ascii: "\n")) }
    }

    private mutating func copyQuoted(by quote: UInt8) {
        copy()
        while let byte = peek(), byte != quote {
            if byte == UInt8(ascii: "\\"), peek(1) != nil { copy() }
            copy()
        }
        if peek() != nil { copy() }
    }

    private mutating func copyTemplate() {
        copy()
        while let byte = peek(), byte != UInt8(ascii: "`") {
            if byte == UInt8(ascii: "\\"), peek(1) != nil { copy() }
            let beginsCode = byte == UInt8(ascii: "$") && peek(1) == UInt8(ascii: "{")
            copy()
            guard beginsCode else { continue }
            copy()
            copyCode(until: UInt8(ascii: "}"))
        }
        if peek() != nil { copy() }
    }

    /// Copies a regular expression. A slash in its brackets doesn't end it.
    private mutating func copyPattern() {
        copy()
        var isInBrackets = false
        while let byte = peek(), byte != UInt8(ascii: "\n") {
            if byte == UInt8(ascii: "/"), !isInBrackets { break }
            if byte == UInt8(ascii: "[") { isInBrackets = true }
            if byte == UInt8(ascii: "]") { isInBrackets = false }
            if byte == UInt8(ascii: "\\"), peek(1) != nil { copy() }
            copy()
        }
        if peek() != nil { copy() }
    }

    /// Whether a slash here begins a regular expression: it divides only after a value.
    private var beginsPattern: Bool {
        guard let last = output.last(where: { $0 != Self.blank && $0 != UInt8(ascii: "\n") }) else { return true }
        guard Self.isPartOfWord(last) else { return last != UInt8(ascii: ")") && last != UInt8(ascii: "]") }
        return Self.wordsBeforePattern.contains(lastWord)
    }

    private var lastWord: String {
        let code = output.reversed().drop { $0 == Self.blank || $0 == UInt8(ascii: "\n") }
        return String(decoding: code.prefix(while: Self.isPartOfWord).reversed(), as: UTF8.self)
    }

    private static let blank = UInt8(ascii: " ")
    private static let wordsBeforePattern: Set = ["return", "typeof", "case", "of", "in", "await", "yield", "void"]

    /// Whether a byte belongs to a name, a keyword or a number; those of other letters do.
    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
