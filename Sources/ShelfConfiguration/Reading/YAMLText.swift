import Yams

/// The text of a YAML file in which single places are changed. Everything else stays as it is, byte for byte.
struct YAMLText {
    let root: Node.Mapping
    private(set) var lines: [[UInt8]]
    private let byteOrderMark: [UInt8]

    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Returns `nil` unless the file is a mapping.
    init?(_ bytes: [UInt8]) {
        guard let root = YAMLSource.root(bytes, file: "", log: ProblemLog(file: ""))?.node.mapping else { return nil }
        self.root = root
        let content = SourceText.withoutMark(bytes)
        byteOrderMark = Array(bytes.prefix(bytes.count - content.count))
        lines = content.split(separator: Self.newline, omittingEmptySubsequences: false).map(Array.init)
    }

    /// Adds lines, which get the file's line ends.
    ///
    /// - Parameter line: the one that they stand behind, from 0.
    mutating func insert(_ text: [String], behind line: Int) {
        let isCRLF = lines[line].last == Self.carriageReturn || lines[0].last == Self.carriageReturn
        let end = isCRLF ? [Self.carriageReturn] : []
        var new = text.map { Array($0.utf8) + end }
        if line == lines.count - 1 {
            // The file's last line has no end.
            lines[line] += end
            new.append([])
        }
        lines.insert(contentsOf: new, at: line + 1)
    }

    /// Writes other texts in the places of scalars, in the quotes that these have. Nothing is changed twice.
    ///
    /// - Returns: whether each scalar stands where its mark says.
    mutating func replace(_ changes: [(scalar: Node, text: String)]) -> Bool {
        let places = changes.map { (token: token(of: $0.scalar), text: $0.text) }
        guard places.allSatisfy({ $0.token != nil }) else { return false }
        // From the end on, since a change moves what follows it in the line.
        for case (let token?, let text) in places.sorted(by: { Self.isBefore($1.token, $0.token) }) {
            lines[token.line].replaceSubrange(token.inner, with: Array(text.utf8))
        }
        return true
    }

    /// Whether a list begins with a bracket. Its own style can't be relied on: Yams takes it from the list's end.
    func isInBrackets(_ list: Node.Sequence) -> Bool {
        guard let mark = list.mark, lines.indices.contains(mark.line - 1),
            let text = SourceText.decode(lines[mark.line - 1][...])
        else { return false }
        return text.unicodeScalars.dropFirst(mark.column - 1).first == "["
    }

    /// Writes a text directly behind a scalar.
    ///
    /// - Returns: whether the scalar stands where its mark says.
    mutating func insert(_ text: String, behind scalar: Node) -> Bool {
        guard let token = token(of: scalar) else { return false }
        lines[token.line].insert(contentsOf: Array(text.utf8), at: token.end)
        return true
    }

    /// The file; `nil` unless it means `wanted`.
    func bytes(meaning wanted: Node.Mapping) -> [UInt8]? {
        let bytes = byteOrderMark + lines.joined(separator: [Self.newline])
        return YAMLText(bytes)?.root == wanted ? bytes : nil
    }

    /// Where a scalar stands in its line.
    private struct Token {
        let line: Int
        /// The text, without quotes.
        let inner: Range<Int>
        /// Behind the quotes.
        let end: Int
    }

    private static func isBefore(_ one: Token?, _ other: Token?) -> Bool {
        guard let one, let other else { return false }
        return (one.line, one.end) < (other.line, other.end)
    }

    private func token(of node: Node) -> Token? {
        guard let scalar = node.scalar, let mark = node.mark, lines.indices.contains(mark.line - 1),
            let text = SourceText.decode(lines[mark.line - 1][...])
        else { return nil }
        let start = text.unicodeScalars.prefix(max(0, mark.column - 1)).reduce(0) { $0 + $1.utf8.count }
        let rest = lines[mark.line - 1].dropFirst(start)
        for quote in ["\"", "'", ""] where rest.starts(with: Array((quote + scalar.string + quote).utf8)) {
            let first = start + quote.utf8.count
            let inner = first..<(first + scalar.string.utf8.count)
            return Token(line: mark.line - 1, inner: inner, end: inner.upperBound + quote.utf8.count)
        }
        return nil
    }
}
