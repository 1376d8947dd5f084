/// A JavaScript module, taken apart: what it imports, what it exports, and what is left to run.
///
/// It knows the few forms in which our modules import and export: by name, each statement at the beginning of a line.
struct JavaScriptModule {
    struct Import: Hashable {
        /// As it is written, such as `../seal/bytes.js`.
        let address: String
        let names: [Name]
    }

    /// A name in a module, and what it is called elsewhere.
    struct Name: Hashable {
        let original: String
        let alias: String
    }

    /// In the order of the statements, those of `export … from` included.
    let imports: [Import]
    /// What it exports under an alias is named `original` within it.
    let exports: [Name]
    /// The addresses of modules all of whose exports it exports, too.
    let passedOn: [String]
    /// The code without imports and exports.
    let body: String

    /// - Parameter text: the module without comments, indentation and empty lines.
    /// - Throws: ``FormUnknown``.
    init(_ text: String) throws {
        var parts = Parts(rest: text[...])
        while !parts.rest.isEmpty { try parts.takeStatement() }
        (imports, exports, passedOn, body) = (parts.imports, parts.exports, parts.passedOn, parts.body)
    }

    /// A statement that can't be taken apart.
    struct FormUnknown: Error, CustomStringConvertible {
        let line: String

        var description: String {
            "“\(line)” can't be joined; import and export by name, and export functions, classes and constants"
        }
    }
}

/// What has been taken off a module's text so far.
private struct Parts {
    var rest: Substring
    var imports: [JavaScriptModule.Import] = []
    var exports: [JavaScriptModule.Name] = []
    var passedOn: [String] = []
    var body = ""

    /// Takes an import or export, or else a line.
    mutating func takeStatement() throws {
        let keyword = rest.prefix { $0.isLetter }
        let next = rest.dropFirst(keyword.count).first
        guard keyword == "import" || keyword == "export", next != "(", next != "." else { return takeLine() }
        if keyword == "export", let name = Self.declared(in: rest) {
            exports.append(.init(original: name, alias: name))
            rest = rest.dropFirst("export ".count)
            return takeLine()
        }
        let statement = rest.prefix { $0 != ";" }
        defer { rest = rest[statement.endIndex...].drop { $0 == ";" || $0.isNewline } }
        let words = statement.split(whereSeparator: \.isWhitespace)
        if words.count == 4, words.prefix(3) == ["export", "*", "from"], let address = quoted(words[3]) {
            return passedOn.append(address)
        }
        guard let list = ListedNames(statement.dropFirst(keyword.count)), list.address != nil || keyword == "export"
        else { throw JavaScriptModule.FormUnknown(line: String(rest.prefix { !$0.isNewline })) }
        take(list, isExport: keyword == "export")
    }

    private mutating func take(_ list: ListedNames, isExport: Bool) {
        if let address = list.address {
            let names = isExport ? list.names.map { .init(original: $0.original, alias: $0.original) } : list.names
            imports.append(.init(address: address, names: names))
        }
        if isExport { exports += list.names }
    }

    private mutating func takeLine() {
        let lineBreak = rest.utf8.firstIndex(of: UInt8(ascii: "\n"))
        body += rest[..<(lineBreak ?? rest.endIndex)] + "\n"
        rest = lineBreak.map { rest[rest.utf8.index(after: $0)...] } ?? ""
    }

    /// The name in `export function name(`, and with other declarations.
    private static func declared(in rest: Substring) -> String? {
        let words = rest.prefix(200).split(maxSplits: 4) { $0 == " " }.dropFirst().drop { $0 == "async" }
        guard ["function", "function*", "class", "const"].contains(words.first), let name = words.dropFirst().first
        else { return nil }
        return String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" })
    }
}

/// What stands in `{a, b as c} from "address"`.
private struct ListedNames {
    let names: [JavaScriptModule.Name]
    let address: String?

    /// - Returns: `nil` for anything else.
    init?(_ text: Substring) {
        let text = text.drop(while: \.isWhitespace)
        guard text.first == "{", let end = text.firstIndex(of: "}") else { return nil }
        let listed = text[..<end].dropFirst().split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace) }
        let names = listed.filter { !$0.isEmpty }.map(Self.name)
        guard names.allSatisfy({ $0 != nil }) else { return nil }
        self.names = names.compactMap(\.self)
        switch text[end...].dropFirst().split(whereSeparator: \.isWhitespace) {
        case []: address = nil
        case let words where words.count == 2 && words[0] == "from":
            guard let quoted = quoted(words[1]) else { return nil }
            address = quoted
        default: return nil
        }
    }

    private static func name(_ words: [Substring]) -> JavaScriptModule.Name? {
        switch words.count {
        case 1: .init(original: String(words[0]), alias: String(words[0]))
        case 3 where words[1] == "as": .init(original: String(words[0]), alias: String(words[2]))
        default: nil
        }
    }
}

/// The text between two quotation marks.
private func quoted(_ word: Substring) -> String? {
    guard word.count >= 2, word.first == "\"", word.last == "\"" else { return nil }
    return String(word.dropFirst().dropLast())
}
