import ShelfModel
import Yams

/// The files that a configuration of one file becomes: settings, content and plan.
///
/// Sections are copied line by line with their comments. Only a store in braces that holds settings or a plan is written
/// anew, without its comments.
package struct ShopSplit: Hashable, Sendable {
    package let settings: String
    package let content: String
    /// `nil` where nothing is planned.
    package let plan: String?

    /// The keys of a store that go into other files, and the keys that they have there.
    private static let moved = [("appSecret", "appSecrets"), ("legacy", "legacy")]
    private static let planKey = "plan"

    /// - Parameter file: what the file is called in problems.
    /// - Throws: the problems of a file that can't be read, or holds no content.
    package init(_ bytes: [UInt8], file: String) throws(ConfigurationProblems) {
        let log = ProblemLog(file: file)
        guard let root = YAMLSource.root(bytes, file: file, log: log) else {
            throw ConfigurationProblems(log.sorted)
        }
        guard let mapping = root.node.mapping, mapping["stores"]?.sequence != nil else {
            log.add(root.place, found: "no list of stores", expected: "settings and content in one file")
            throw ConfigurationProblems(log.sorted)
        }
        let stores = (mapping["stores"]?.sequence ?? []).compactMap(\.mapping)
        let text = Lines(bytes)
        let sections = text.sections(of: mapping)
        let isContent = { (name: String) in ContentReader.keys.contains(name) }
        let contentLines = sections.filter { isContent($0.name) }.flatMap { section in
            section.name == "stores" ? text.stores(stores, in: section.lines) : Array(text.lines[section.lines])
        }
        let wanted = Self.content(of: mapping)
        content = Self.text(contentLines, meaning: wanted)
        let settingsNode = Self.mapping(mapping.filter { !isContent($0.key.string ?? "") }.map { ($0.key, $0.value) })
        let kept = sections.filter { !isContent($0.name) }.flatMap { text.lines[$0.lines] }
        settings =
            Self.text(kept, meaning: settingsNode).trimmedEnd
            + "\n\n\(Self.yaml(Self.mapping([(Node("content"), Self.contentNode)])))"
            + Self.moved.compactMap { Self.section($0.1, of: $0.0, in: stores) }.joined()
        plan = Self.plan(of: stores)
    }

    private static var contentNode: Node { mapping([(Node("file"), Node(ContentFile.content))]) }

    /// Lines, unless they mean something else than the values that they were cut for: then the values.
    private static func text(_ lines: [String], meaning wanted: Node) -> String {
        let text = lines.joined()
        let isEmpty = wanted.mapping?.isEmpty ?? false
        let read = try? Yams.compose(yaml: text, .basic)
        return (isEmpty && read == nil) || read == wanted ? text : yaml(wanted)
    }

    private static func content(of root: Node.Mapping) -> Node {
        mapping(
            root.filter { ContentReader.keys.contains($0.key.string ?? "") }.map { key, value in
                guard key.string == "stores", let stores = value.sequence else { return (key, value) }
                return (key, Node(stores.map { $0.mapping.map(withoutMoved) ?? $0 }))
            })
    }

    fileprivate static func holdsMoved(_ store: Node.Mapping) -> Bool { store.keys.contains(where: isMoved) }

    fileprivate static func isMoved(_ key: Node) -> Bool {
        key.string == planKey || moved.contains { $0.0 == key.string }
    }

    fileprivate static func withoutMoved(_ store: Node.Mapping) -> Node {
        mapping(store.filter { !isMoved($0.key) }.map { ($0.key, $0.value) })
    }

    private static func section(_ name: String, of key: String, in stores: [Node.Mapping]) -> String? {
        let values = stores.compactMap { store in store["id"].flatMap { id in store[key].map { (id, $0) } } }
        return values.isEmpty ? nil : yaml(mapping([(Node(name), mapping(values))]))
    }

    private static func plan(of stores: [Node.Mapping]) -> String? {
        let zones = ZoneReader(.system)
        let planned = stores.compactMap { store -> String? in
            guard let id = store["id"]?.string, let rows = store[planKey]?.sequence, !rows.isEmpty else { return nil }
            let zone = zones.peek(store) ?? .utc
            return "\(id):\n" + rows.map { "  - \(row($0, in: zone))\n" }.joined()
        }
        return planned.isEmpty ? nil : ContentFile.planHeader.map { $0 + "\n" }.joined() + planned.joined()
    }

    /// A row as the program writes it, or one with errors as it stands there.
    private static func row(_ node: Node, in zone: Zone) -> String {
        let field = Field(node: node, place: Place(file: nil), log: ProblemLog(file: ""))
        return PlanReader.appearance(field, in: zone)?.appearance.yaml ?? inBraces(node)
    }

    private static func mapping(_ pairs: [(Node, Node)]) -> Node { Node(pairs) }

    private static func yaml(_ node: Node) -> String {
        if node.mapping?.isEmpty ?? false { return "" }
        return (try? Yams.serialize(node: node, width: -1, allowUnicode: true)) ?? ""
    }

    fileprivate static func inBraces(_ node: Node) -> String {
        guard let mapping = node.mapping else { return yaml(node).trimmedEnd }
        let flowing = Node.mapping(Node.Mapping(mapping.map { ($0.key, $0.value) }, mapping.tag, .flow))
        return yaml(flowing).trimmedEnd
    }

    /// The text of a file by its lines, each with its end.
    private struct Lines {
        let lines: [String]

        init(_ bytes: [UInt8]) {
            let text = String(decoding: SourceText.withoutMark(bytes), as: UTF8.self)
            // A carriage return and a line feed are one character, so the text is split by scalars.
            let parts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
            lines = parts.dropLast().map { "\($0)\n" } + parts.suffix(1).filter { !$0.isEmpty }.map { "\($0)\n" }
        }

        /// The lines of each key of the file. The comment directly above a key belongs to it.
        func sections(of root: Node.Mapping) -> [(name: String, lines: Range<Int>)] {
            let starts = root.map { key, _ in
                (name: key.string ?? "", line: start(ofKeyAt: (key.mark?.line ?? 1) - 1, indent: 0))
            }
            return starts.indices.map { index in
                let first = index == 0 ? 0 : starts[index].line
                let end = index + 1 < starts.count ? starts[index + 1].line : lines.count
                return (starts[index].name, first..<max(first, end))
            }
        }

        /// The lines of the stores, without what goes into other files.
        func stores(_ stores: [Node.Mapping], in section: Range<Int>) -> [String] {
            var rest = section.lowerBound
            var kept: [String] = []
            for (index, store) in stores.enumerated() where ShopSplit.holdsMoved(store) {
                guard let first = store.first?.key.mark.map({ $0.line - 1 }), section.contains(first) else { continue }
                let next = stores.dropFirst(index + 1).first?.first?.key.mark.map { $0.line - 1 }
                let end = next.map { start(ofKeyAt: $0, indent: indent(of: lines[first])) } ?? section.upperBound
                kept += lines[rest..<first] + self.store(store, in: first..<max(first + 1, end))
                rest = max(first + 1, end)
            }
            return kept + lines[min(rest, section.upperBound)..<section.upperBound]
        }

        private func store(_ store: Node.Mapping, in range: Range<Int>) -> [String] {
            let keys = store.compactMap { key, _ in key.mark.map { (key, line: $0.line - 1, column: $0.column - 1) } }
            let isInBraces = keys.dropFirst().contains { indent(of: lines[$0.line]) != $0.column }
            if isInBraces || keys.first.map({ ShopSplit.isMoved($0.0) }) ?? true {
                let dash = lines[range.lowerBound].prefix { $0 == " " }
                return ["\(dash)- \(ShopSplit.inBraces(ShopSplit.withoutMoved(store)))\n"]
            }
            var cut: Set<Int> = []
            for (index, key) in keys.enumerated() where ShopSplit.isMoved(key.0) {
                let first = start(ofKeyAt: key.line, indent: key.column)
                let end = index + 1 < keys.count ? keys[index + 1] : nil
                cut.formUnion(first..<(end.map { start(ofKeyAt: $0.line, indent: $0.column) } ?? lastLine(in: range)))
            }
            return range.filter { !cut.contains($0) }.map { lines[$0] }
        }

        /// The end of a store's lines without the blank ones and the comments after it, which belong to what follows.
        private func lastLine(in range: Range<Int>) -> Int {
            let last = range.last { index in
                let text = lines[index].drop { $0 == " " }
                return text.first.map { $0 != "#" && !$0.isNewline } ?? false
            }
            return (last ?? range.lowerBound) + 1
        }

        private func indent(of line: String) -> Int { line.prefix { $0 == " " }.count }

        private func start(ofKeyAt line: Int, indent: Int) -> Int {
            var line = line
            while line > 0, lines.indices.contains(line - 1), self.indent(of: lines[line - 1]) == indent,
                lines[line - 1].dropFirst(indent).first == "#"
            {
                line -= 1
            }
            return line
        }
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self[...]
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }
}
