import ShelfModel
import Yams

/// Edits a store's plan in the text of a configuration file, and leaves every other byte as it is.
///
/// It finds the lines to replace by the places that the YAML parser tells, and then reads the edited text again: if
/// anything but the plan has changed, or the plan isn't as it was meant to be, it refuses.
package struct PlanEditor {
    private var lines: [String]
    private let store: Node.Mapping
    private let plan: (key: Node, value: Node)?

    /// - Throws: what keeps the plan from being edited. Then a person has to do it.
    package static func edit(
        _ text: String, store: String, _ edit: PlanEdit
    ) throws(PlanEditRefusal) -> String {
        let before = try root(text)
        if let appearance = edit.appearance { _ = try node(appearance) }
        var editor = try PlanEditor(text, root: before, store: store)
        try editor.apply(edit)
        let edited = editor.lines.joined()
        guard let after = try? root(edited), try editor.isMeant(edit, before: before, after: after, store: store) else {
            throw .otherLayout(line: editor.line(of: editor.store))
        }
        return edited
    }

    private static func root(_ text: String) throws(PlanEditRefusal) -> Node {
        let log = ProblemLog(file: "")
        guard let field = YAMLSource.root(Array(text.utf8), file: "", log: log), log.errorCount == 0 else {
            throw .unreadable(log.sorted)
        }
        return field.node
    }

    /// The node of an appearance as it is written, which must be read as it was meant.
    private static func node(_ appearance: PlannedAppearance) throws(PlanEditRefusal) -> Node {
        let list = try root("- \(appearance.yaml)")
        let log = ProblemLog(file: "")
        let read = PlanReader.read(Field(node: list, place: Place(file: nil), log: log), offset: .zero)
        guard let node = list.sequence?.first, read?.map(\.appearance) == [appearance] else {
            throw .unwritable(log.sorted)
        }
        return node
    }

    private init(_ text: String, root: Node, store id: String) throws(PlanEditRefusal) {
        guard let index = Self.index(of: id, in: root), let store = root["stores"]?[index]?.mapping else {
            throw .noStore(id)
        }
        self.store = store
        plan = store.first { $0.key.string == "plan" }.map { ($0.key, $0.value) }
        // A carriage return and a line feed are one character, so the text is split by scalars.
        let parts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        lines = parts.dropLast().map { "\($0)\n" } + parts.suffix(1)
    }

    private static func index(of store: String, in root: Node) -> Int? {
        root["stores"]?.sequence?.firstIndex { $0["id"]?.string == store }
    }

    private mutating func apply(_ edit: PlanEdit) throws(PlanEditRefusal) {
        // In braces, more than blanks and a dash stand before the first key.
        guard let key = store.first?.key.mark, !lines[key.line - 1].prefix(key.column - 1).contains("{") else {
            throw .otherLayout(line: line(of: store))
        }
        let indent = key.column
        switch edit {
        case .add(let appearance):
            try add(appearance, indent: indent - 1)
        case .change(let index, let appearance):
            let (span, dash) = try element(index)
            let line = "\(spaces(dash))- \(appearance.yaml)\(comment(span))"
            let hasEnd = lines[span.upperBound - 1].utf8.last == UInt8(ascii: "\n")
            lines.replaceSubrange(span, with: [line + (hasEnd ? end(of: span.upperBound - 1) : "")])
        case .remove(let index):
            let (span, _) = try element(index)
            let isOnly = plan?.value.sequence?.count == 1
            if isOnly, let key = plan?.key.mark,
                lines[key.line - 1].prefix(key.column - 1).contains(where: { $0 != " " })
            {
                throw .otherLayout(line: key.line)
            }
            lines.removeSubrange(isOnly ? (plan?.key.mark?.line ?? 1) - 1..<span.upperBound : span)
        }
    }

    private mutating func add(_ appearance: PlannedAppearance, indent: Int) throws(PlanEditRefusal) {
        guard let plan, let key = plan.key.mark else {
            let last = blockEnd(after: line(of: store) - 1, indent: indent)
            return insert(["\(spaces(indent))plan:", "\(spaces(indent + 2))- \(appearance.yaml)"], at: last)
        }
        if let sequence = plan.value.sequence, !sequence.isEmpty {
            let (span, dash) = try element(sequence.count - 1)
            return insert(["\(spaces(dash))- \(appearance.yaml)"], at: span.upperBound)
        }
        lines[key.line - 1] = lines[key.line - 1].replacing(" []", with: "", maxReplacements: 1)
        insert(["\(spaces(indent + 2))- \(appearance.yaml)"], at: key.line)
    }

    /// The lines of an appearance, and in which column its dash stands, from 0.
    private func element(_ index: Int) throws(PlanEditRefusal) -> (lines: Range<Int>, dash: Int) {
        guard let sequence = plan?.value.sequence, sequence.indices.contains(index), let mark = sequence[index].mark
        else {
            throw .noAppearance(index)
        }
        let first = mark.line - 1
        let dash = lines[first].prefix { $0 == " " }.count
        guard sequence.style != .flow, lines[first].dropFirst(dash).hasPrefix("- "), dash < mark.column - 1 else {
            throw .otherLayout(line: mark.line)
        }
        return (first..<blockEnd(after: first, indent: dash + 1), dash)
    }

    /// The index after the last line of a block that begins at `first`, whose further lines stand at `indent` or more.
    private func blockEnd(after first: Int, indent: Int) -> Int {
        var end = first + 1
        for index in lines.indices.dropFirst(first + 1) {
            let text = lines[index].drop { $0 == " " }
            if text.first.map({ $0 == "#" || $0.isNewline }) ?? true { continue }
            guard lines[index].count - text.count >= indent else { break }
            end = index + 1
        }
        return end
    }

    private mutating func insert(_ new: [String], at index: Int) {
        let end = end(of: index - 1)
        if lines[index - 1].utf8.last != UInt8(ascii: "\n") { lines[index - 1] += end }
        lines.insert(contentsOf: new.map { $0 + end }, at: index)
    }

    /// How the lines of this file end.
    private func end(of line: Int) -> String {
        (lines[line].isEmpty || line == lines.count - 1 ? lines[0] : lines[line]).hasSuffix("\r\n") ? "\r\n" : "\n"
    }

    /// The comment after an appearance of one line, with the blanks before it.
    private func comment(_ span: Range<Int>) -> String {
        guard span.count == 1, let brace = lines[span.lowerBound].lastIndex(of: "}") else { return "" }
        let rest = lines[span.lowerBound][brace...].dropFirst()
        let isComment = rest.first == " " && rest.drop { $0 == " " }.first == "#"
        return isComment ? String(rest.prefix { !$0.isNewline }) : ""
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    private func line(of mapping: Node.Mapping) -> Int { mapping.first?.key.mark?.line ?? 1 }

    /// Whether the edited text differs from the one before in what was meant, and in nothing else.
    private func isMeant(_ edit: PlanEdit, before: Node, after: Node, store: String) throws(PlanEditRefusal) -> Bool {
        guard let (rest, old) = Self.parts(before, store: store), let (newRest, new) = Self.parts(after, store: store)
        else { return false }
        var meant = old
        switch edit {
        case .add(let appearance): meant.append(try Self.node(appearance))
        case .change(let index, let appearance): meant[index] = try Self.node(appearance)
        case .remove(let index): meant.remove(at: index)
        }
        return rest == newRest && new == meant
    }

    /// A configuration without the plan of a store, and this plan.
    private static func parts(_ root: Node, store: String) -> (rest: Node, plan: [Node])? {
        guard let index = index(of: store, in: root), let mapping = root["stores"]?[index]?.mapping else { return nil }
        let others = mapping.filter { $0.key.string != "plan" }.map { ($0.key, $0.value) }
        var rest = root
        rest["stores"]?[index] = Node(others)
        return (rest, mapping["plan"]?.sequence.map(Array.init) ?? [])
    }
}
