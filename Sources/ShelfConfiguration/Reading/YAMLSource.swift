import Yams

/// Parses a YAML file that may be malicious.
enum YAMLSource {
    /// Returns the file's single document. Returns `nil` and reports an error when there is none.
    static func root(_ bytes: [UInt8], file: String, log: ProblemLog) -> Field? {
        let content = SourceText.withoutMark(bytes)
        if let fault = fault(bytes) ?? crowd(content) ?? faultyLine(content) {
            fault.report(in: file, to: log)
            return nil
        }
        return root(String(decoding: content, as: UTF8.self), file: file, log: log, coloursAtMost: 8)
    }

    /// - Parameter coloursAtMost: how many colours without quotes are reported before the reading stops.
    private static func root(_ text: String, file: String, log: ProblemLog, coloursAtMost: Int) -> Field? {
        do {
            if let anchor = try firstAnchor(text) {
                let fault = Fault(line: anchor.line, found: "an anchor", expected: "the value written out")
                fault.report(in: file, to: log)
                return nil
            }
            guard let node = try compose(text) else {
                Fault(found: "an empty file", expected: "YAML").report(in: file, to: log)
                return nil
            }
            if let tagged = first(in: node, where: { !writtenWithoutTag.contains($0.tag.description) }) {
                let fault = Fault(line: tagged.mark?.line, found: "a tag", expected: "the value without it")
                fault.report(in: file, to: log)
                return nil
            }
            return Field(node: node, place: Place(file: file, line: node.mark?.line), log: log)
        } catch {
            if coloursAtMost > 0, !Task.isCancelled, let colour = YAMLColour(in: text, failing: error) {
                colour.fault.report(in: file, to: log)
                return root(colour.mended, file: file, log: log, coloursAtMost: coloursAtMost - 1)
            }
            YAMLFault(text: text).fault(error).report(in: file, to: log)
            return nil
        }
    }

    private static func fault(_ bytes: [UInt8]) -> Fault? {
        SourceText.foreign(bytes).map { Fault(found: $0, expected: "text in UTF-8") }
    }

    /// More signs than a document may have.
    ///
    /// They are counted before anything is parsed, since the parser can't be stopped. It makes at most three nodes for
    /// each of them, and takes up to half a kilobyte for a node, however few bytes the document has.
    private static func crowd(_ bytes: ArraySlice<UInt8>) -> Fault? {
        let signs = signs(in: bytes)
        guard signs > ContentBounds.yamlSigns else { return nil }
        return Fault(
            found: "\(grouped(signs)) line ends, commas, colons, dashes and opening brackets",
            expected: "at most \(grouped(ContentBounds.yamlSigns)), since each may begin a value",
            advice: "split the file, or write the catalogue as CSV")
    }

    /// How many bytes may begin a list, a mapping, or something in one. A colon, a dash and a question mark do so only
    /// before a blank, and to YAML the line ends U+0085, U+2028 and U+2029 are blanks, too.
    private static func signs(in bytes: ArraySlice<UInt8>) -> Int {
        var (count, before) = (0, UInt8(ascii: "\n"))
        for byte in bytes {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): count += 1
            // The last two are the first bytes of those line ends.
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0xC2, 0xE2:
                if byte == UInt8(ascii: "\n") { count += 1 }
                if [UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "?")].contains(before) { count += 1 }
            default: break
            }
            before = byte
        }
        return count
    }

    /// The first line that isn't UTF-8, or holds a control character.
    private static func faultyLine(_ bytes: ArraySlice<UInt8>) -> Fault? {
        for (index, line) in SourceText.lines(bytes).enumerated() {
            guard SourceText.decode(line) != nil else {
                return Fault(
                    line: index + 1, found: "a line that is not UTF-8", expected: "UTF-8",
                    advice: "save the file as UTF-8")
            }
            if line.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F }) {
                return Fault(line: index + 1, found: "a control character", expected: "visible characters only")
            }
        }
        return nil
    }

    /// Returns the place of the first anchor, if there is one.
    ///
    /// A few nested aliases can expand to billions of values, and even comparing keys would visit all of them. So a
    /// first pass parses the text with its aliases replaced by plain words, which can't expand. If that pass finds no
    /// anchor, no alias can refer to anything.
    private static func firstAnchor(_ text: String) throws -> Mark? {
        guard text.utf8.contains(UInt8(ascii: "&")), text.utf8.contains(UInt8(ascii: "*")) else { return nil }
        let tame = String(decoding: text.utf8.map { $0 == UInt8(ascii: "*") ? UInt8(ascii: "x") : $0 }, as: UTF8.self)
        // A node's anchor can be read only while its parser exists.
        let parser = try Parser(yaml: tame, resolver: .basic)
        return try withExtendedLifetime(parser) {
            try parser.singleRoot().flatMap { first(in: $0) { $0.anchor != nil }?.mark }
        }
    }

    /// The tags that nodes without one are given.
    private static let writtenWithoutTag: Set = [Tag.Name.str.rawValue, Tag.Name.seq.rawValue, Tag.Name.map.rawValue]

    /// The first node, in the text's order, that `isSought`.
    private static func first(in node: Node, where isSought: (Node) -> Bool) -> Node? {
        if isSought(node) { return node }
        switch node {
        case .mapping(let mapping):
            for (key, value) in mapping {
                if let found = first(in: key, where: isSought) ?? first(in: value, where: isSought) { return found }
            }
        case .sequence(let sequence):
            for element in sequence {
                if let found = first(in: element, where: isSought) { return found }
            }
        case .scalar, .alias: break
        }
        return nil
    }

    /// Scalars are kept as written. The place of a scalar decides its type, not its spelling.
    private static func compose(_ text: String) throws -> Node? {
        try Yams.compose(yaml: text, .basic)
    }
}
