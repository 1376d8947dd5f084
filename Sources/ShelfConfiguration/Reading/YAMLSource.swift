import Yams

/// A YAML file, taken apart without trusting it.
enum YAMLSource {
    /// The file's one document; `nil`, and a problem, when there is none.
    static func root(_ bytes: [UInt8], file: String, log: ProblemLog) -> Field? {
        let place = Place(file: file)
        let content = SourceText.withoutMark(bytes)
        if let bad = SourceText.badLine(content) {
            log.add(Place(file: file, line: bad.line), bad.message)
            return nil
        }
        let text = String(decoding: content, as: UTF8.self)
        do {
            if let anchor = try firstAnchor(text) {
                log.add(anchor, in: file, "anchors and aliases are not supported; write it out")
                return nil
            }
            guard let node = try compose(text) else {
                log.add(place, found: "an empty file", expected: "YAML")
                return nil
            }
            return Field(node: node, place: Place(file: file, line: node.mark?.line), log: log)
        } catch {
            let fault = YAMLFault(error)
            log.add(Place(file: file, line: fault.line), fault.message)
            return nil
        }
    }

    /// Where an anchor stands, if one does.
    ///
    /// A few aliases of aliases can stand for billions of values, and merely
    /// comparing keys would walk through them all. So aliases are made into
    /// plain words before a first reading, which then cannot grow; a text
    /// without anchors has no alias that means anything.
    private static func firstAnchor(_ text: String) throws -> Mark? {
        guard text.utf8.contains(UInt8(ascii: "&")), text.utf8.contains(UInt8(ascii: "*")) else { return nil }
        let tame = String(decoding: text.utf8.map { $0 == UInt8(ascii: "*") ? UInt8(ascii: "x") : $0 }, as: UTF8.self)
        // A node knows its anchor only as long as there is a parser.
        let parser = try Parser(yaml: tame, resolver: .basic)
        return try withExtendedLifetime(parser) { try parser.singleRoot().flatMap(anchor(in:)) }
    }

    private static func anchor(in node: Node) -> Mark? {
        if node.anchor != nil { return node.mark }
        switch node {
        case .mapping(let mapping):
            for (key, value) in mapping {
                if let mark = anchor(in: key) ?? anchor(in: value) { return mark }
            }
        case .sequence(let sequence):
            for element in sequence {
                if let mark = anchor(in: element) { return mark }
            }
        case .scalar, .alias: break
        }
        return nil
    }

    /// Without a resolver: what a scalar means is settled by its place, not by its looks.
    private static func compose(_ text: String) throws -> Node? {
        try Yams.compose(yaml: text, .basic)
    }
}

extension ProblemLog {
    fileprivate func add(_ mark: Mark, in file: String, _ message: String) {
        add(Place(file: file, line: mark.line), message)
    }
}
