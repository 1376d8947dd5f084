import ShelfWire
import Yams

/// An admin token as one line of `admin.tokens` in a file of settings.
package struct TokenLine: Hashable, Sendable {
    /// `- {name: anna, sha256: "…", scopes: [content:read]}`
    package let text: String

    package init(_ token: AdminToken) {
        let scopes = AdminScope.allCases.filter(token.scopes.contains).map(\.rawValue).joined(separator: ", ")
        text = "- {name: \(Self.scalar(token.name)), sha256: \"\(Hex.encode(token.hash))\", scopes: [\(scopes)]}"
    }

    /// Plain where that can mean nothing else.
    private static func scalar(_ name: String) -> String {
        if !name.hasPrefix("-"), name.utf8.allSatisfy(\.isIDByte) { return name }
        return "\"\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// A file of settings with the line, and otherwise as it is, byte for byte. The line stands behind the tokens that
    /// are there, or under an `admin` at the file's end.
    ///
    /// - Returns: `nil` where the file's form doesn't show where the line belongs, so that with it the file wouldn't mean
    ///   the same and this token.
    package func added(to settings: [UInt8]) -> [UInt8]? {
        guard var text = YAMLText(settings), let new = YAMLText(Array(section.utf8))?.root,
            let wanted = Self.merged(text.root, new), let place = place(in: text)
        else { return nil }
        text.insert(place.lines, behind: place.line)
        return text.bytes(meaning: wanted)
    }

    private static let (key, list) = ("admin", "tokens")

    private var section: String { "\(Self.key):\n  \(Self.list):\n    \(text)" }

    /// What the file shall mean: `root`, and the token of `section`.
    private static func merged(_ root: Node.Mapping, _ section: Node.Mapping) -> Node.Mapping? {
        var merged = root
        guard var admin = root[Node(key)] else {
            merged[Node(key)] = section[Node(key)]
            return merged
        }
        guard let tokens = admin.mapping?[Node(list)]?.sequence,
            let new = section[Node(key)]?.mapping?[Node(list)]?.sequence
        else { return nil }
        admin.mapping?[Node(list)] = .sequence(Node.Sequence(Array(tokens) + Array(new), tokens.tag))
        merged[Node(key)] = admin
        return merged
    }

    /// Which lines are added, and behind which.
    private func place(in file: YAMLText) -> (line: Int, lines: [String])? {
        let (lines, root) = (file.lines, file.root)
        guard let (admin, value) = root.first(where: { $0.key.string == Self.key }) else {
            let new = section.split(separator: "\n").map(String.init)
            return lines.lastIndex { !Self.isBlank($0) }.map { ($0, [""] + new) }
        }
        guard let start = admin.mark?.line, let last = value.mapping?[Node(Self.list)]?.sequence?.last?.mark?.line,
            lines.indices.contains(last - 1)
        else { return nil }
        let line = lines[last - 1]
        let indent = line.prefix { $0 == UInt8(ascii: " ") }.count
        guard line.dropFirst(indent).first == UInt8(ascii: "-") else { return nil }
        let next = root.keys.compactMap(\.mark?.line).filter { $0 > start }.min() ?? lines.count + 1
        let end = lines[..<min(next - 1, lines.count)].lastIndex { !Self.isBlank($0) && !Self.isComment($0) }
        return end.map { ($0, [String(repeating: " ", count: indent) + text]) }
    }

    private static func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy { " \t\r".utf8.contains($0) } }

    private static func isComment(_ line: [UInt8]) -> Bool {
        line.first { !" \t".utf8.contains($0) } == UInt8(ascii: "#")
    }
}
