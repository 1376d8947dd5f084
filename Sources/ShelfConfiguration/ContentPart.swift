import ShelfModel
import ShelfWire
import Yams

/// The part of a configuration file that is content: everything but the settings, the stores' app secrets, and the keys
/// of their files for old clients.
///
/// Whole lines are left out, so that what stays is as it was written, comments included. Where that isn't possible, as
/// in a file without lines, the part is written anew from the values.
enum ContentPart {
    /// Returns the bytes of the content part.
    ///
    /// - Parameters:
    ///   - bytes: of a configuration file without errors.
    ///   - root: what was read from them.
    /// - Returns: `nil` when a secret also stands where it can't be left out.
    static func of(_ bytes: [UInt8], root: Node) -> [UInt8]? {
        let (wanted, secrets) = (content(of: root), secrets(in: root))
        guard !holds(secrets, wanted) else { return nil }
        if wanted == root, !holds(secrets, bytes) { return bytes }
        let cut = cut(bytes, root: root, secrets: secrets)
        if !holds(secrets, cut), parse(cut) == wanted { return cut }
        guard let text = try? Yams.serialize(node: wanted), !holds(secrets, Array(text.utf8)),
            parse(Array(text.utf8)) == wanted
        else { return nil }
        return Array(text.utf8)
    }

    /// The same values without settings and secrets.
    private static func content(of root: Node) -> Node {
        guard let mapping = root.mapping else { return root }
        let kept = mapping.compactMap { key, value -> (Node, Node)? in
            guard key.string.map(ConfigurationReader.contentKeys.contains) ?? true else { return nil }
            return (key, key.string == "stores" ? withoutSecrets(value) : value)
        }
        return .mapping(Node.Mapping(kept, mapping.tag, mapping.style))
    }

    private static func withoutSecrets(_ stores: Node) -> Node {
        guard let sequence = stores.sequence else { return stores }
        let kept = sequence.map { store -> Node in
            guard let mapping = store.mapping else { return store }
            let pairs = mapping.filter { !StoreReader.secretKeys.contains($0.key.string ?? "") }
                .map { ($0.key, $0.value) }
            return .mapping(Node.Mapping(pairs, mapping.tag, mapping.style))
        }
        return .sequence(Node.Sequence(kept, sequence.tag, sequence.style))
    }

    /// The secrets, in each spelling in which they may stand somewhere: a password of old clients is a key, too.
    private static func secrets(in root: Node) -> [String] {
        stores(in: root).flatMap { store in
            let legacy = store[StoreReader.legacy]?.mapping
            let (password, key) = (legacy?["password"]?.string, legacy?["key"]?.string)
            let asKey = password.flatMap { LegacyKey(password: $0) }.map { Base64URL.encode($0.bytes) }
            let asPassword = key.flatMap { LegacyKey($0)?.password }
            return [store[StoreReader.appSecret]?.string, password, key, asKey, asPassword].compactMap(\.self)
        }
    }

    /// Whether a key or a value of the configuration holds one of the secrets, however it is written.
    private static func holds(_ secrets: [String], _ node: Node) -> Bool {
        if secrets.isEmpty { return false }
        return switch node {
        case .scalar(let scalar): holds(secrets, Array(scalar.string.utf8))
        case .sequence(let sequence): sequence.contains { holds(secrets, $0) }
        case .mapping(let mapping): mapping.contains { holds(secrets, $0.key) || holds(secrets, $0.value) }
        case .alias: false
        }
    }

    private static func stores(in root: Node) -> [Node.Mapping] {
        (root.mapping?["stores"]?.sequence ?? []).compactMap(\.mapping)
    }

    private static func holds(_ secrets: [String], _ bytes: [UInt8]) -> Bool {
        Set(secrets).contains { !$0.isEmpty && contains(bytes, $0) }
    }

    /// Compares bytes, because `String` compares characters and takes a hundred times as long: a start looks for the
    /// secrets of all its stores.
    private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        let wanted = Array(text.utf8)
        var rest = bytes[...]
        while let start = rest.firstIndex(where: { $0 == wanted.first }) {
            if rest[start...].starts(with: wanted) { return true }
            rest = rest[(start + 1)...]
        }
        return false
    }

    private static func parse(_ bytes: [UInt8]) -> Node? {
        try? Yams.compose(yaml: String(decoding: SourceText.withoutMark(bytes), as: UTF8.self), .basic)
    }

    private static func cut(_ bytes: [UInt8], root: Node, secrets: [String]) -> [UInt8] {
        let lines = lines(bytes)
        let settings = settings(lines, root: root).union(legacy(lines, root: root))
        // Made once: to make a pattern takes longer than to find it in a line.
        let (pair, comma) = (#/["']?appSecret["']?\s*:\s*["']?/#, #/\s*,[ \t]*/#)
        return lines.indices.filter { !settings.contains($0) && !isAboutSecrets(lines[$0]) }.flatMap { index in
            withoutSecret(lines[index], secrets: secrets, pair: pair, comma: comma)
        }
    }

    /// Whether a line is a comment about a secret, perhaps with one of before.
    private static func isAboutSecrets(_ line: [UInt8]) -> Bool {
        line.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "#")
            && (StoreReader.secretKeys + ["password", "key:"]).contains { contains(line, $0) }
    }

    /// The lines, each with its end.
    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        for byte in bytes {
            lines[lines.count - 1].append(byte)
            if byte == UInt8(ascii: "\n") { lines.append([]) }
        }
        return lines
    }

    /// The indices of the lines of settings. The comment directly above a key belongs to it.
    private static func settings(_ lines: [[UInt8]], root: Node) -> Set<Int> {
        let keys = (root.mapping ?? [:]).map { ($0.key.string ?? "", ($0.key.mark?.line ?? 1) - 1) }
        let starts = keys.map { name, line in (name: name, line: start(ofKeyAt: line, in: lines)) }
        var settings: Set<Int> = []
        for (index, key) in starts.enumerated() where !ConfigurationReader.contentKeys.contains(key.name) {
            let end = index + 1 < starts.count ? starts[index + 1].line : lines.count
            settings.formUnion(key.line..<max(key.line, end))
        }
        return settings
    }

    /// The indices of the lines of `legacy` in stores that are written line by line: from its own line, and the comment
    /// directly above it, up to the line of what is configured next. Of a store in braces nothing is cut, since only
    /// whole lines are known to hold nothing else.
    private static func legacy(_ lines: [[UInt8]], root: Node) -> Set<Int> {
        let stores = stores(in: root)
        let keys = stores.flatMap { $0.map(\.key) }
        let starts = (keys + (root.mapping ?? [:]).map(\.key)).compactMap(\.mark).map { $0.line - 1 }
        return keys.filter { $0.string == StoreReader.legacy }.compactMap(\.mark).reduce(into: []) { found, mark in
            let (first, indent) = (mark.line - 1, mark.column - 1)
            guard lines.indices.contains(first), self.indent(of: lines[first]) == indent else { return }
            let comment = lines[..<first].reversed().prefix {
                self.indent(of: $0) == indent && $0.dropFirst(indent).first == UInt8(ascii: "#")
            }
            found.formUnion((first - comment.count)..<(starts.filter { $0 > first }.min() ?? lines.count))
        }
    }

    /// How many spaces a line begins with.
    private static func indent(of line: [UInt8]) -> Int { line.prefix { $0 == UInt8(ascii: " ") }.count }

    private static func start(ofKeyAt line: Int, in lines: [[UInt8]]) -> Int {
        var line = line
        while line > 0, lines.indices.contains(line - 1), lines[line - 1].first == UInt8(ascii: "#") { line -= 1 }
        return line
    }

    /// The line without the key of an app secret and its value. A line that says nothing else is left out, and so is a
    /// comment that mentions the key.
    ///
    /// - Parameters:
    ///   - pair: finds the key, up to where its value begins.
    ///   - comma: finds what parts a value from the next key.
    private static func withoutSecret(
        _ line: [UInt8], secrets: [String], pair: Regex<Substring>, comma: Regex<Substring>
    ) -> [UInt8] {
        guard contains(line, StoreReader.appSecret) else { return line }
        var text = String(decoding: line, as: UTF8.self)
        if text.first(where: { !$0.isWhitespace }) == "#" { return [] }
        for match in text.matches(of: pair).reversed() {
            let rest = text[match.range.upperBound...]
            guard let secret = secrets.first(where: rest.hasPrefix) else { continue }
            let after = rest.dropFirst(secret.count).drop { $0 == "\"" || $0 == "'" }
            let end = after.prefixMatch(of: comma)?.range.upperBound ?? after.startIndex
            text.removeSubrange(match.range.lowerBound..<end)
        }
        let said = text.drop(while: \.isWhitespace)
        return said.isEmpty || said.first == "#" ? [] : Array(text.utf8)
    }
}
