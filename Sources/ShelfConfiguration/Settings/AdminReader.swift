import ShelfWire

/// Reads who may use the admin routes.
enum AdminReader {
    /// Returns `nil` and reports errors when something can't be read.
    static func read(_ field: Field?) -> [AdminToken]? {
        guard let field else { return [] }
        guard let fields = field.fields(["tokens"]) else { return nil }
        guard let list = fields["tokens"] else { return [] }
        guard let elements = list.list(of: "tokens", mayBeEmpty: true) else { return nil }
        var (names, hashes) = (Set<String>(), Set<[UInt8]>())
        return elements.map { token($0, names: &names, hashes: &hashes) }.allPresent()
    }

    /// - Parameters:
    ///   - names: the names of the tokens that were read before this one.
    ///   - hashes: their hashes.
    private static func token(
        _ field: Field, names: inout Set<String>, hashes: inout Set<[UInt8]>
    ) -> AdminToken? {
        guard let fields = field.fields(["name", "sha256", "scopes"]) else { return nil }
        if let name = fields["name"]?.scalar, !name.isEmpty, !names.insert(name).inserted {
            field.log.add(
                fields.place(of: "name"), found: "\(quoted(name)) again", alike: "again",
                expected: "a name that is no other token's")
        }
        let name = fields.read("name", .tokenName)
        let hash = fields.read("sha256", .hash)
        if let hash, !hashes.insert(hash).inserted {
            field.log.add(
                fields.place(of: "sha256"), found: "another token's again", alike: "again",
                expected: "a token of its own, since one that has two names isn't revoked by removing one of them")
        }
        let scopes = fields["scopes"].flatMap { $0.list(of: "scopes") }?.map { $0.read(.scope) }.allPresent()
        if fields["scopes"] == nil {
            fields.log.add(fields.place(of: "scopes"), found: "nothing", expected: "a list of scopes")
        }
        guard let name, let hash, let scopes else { return nil }
        return AdminToken(name: name, hash: hash, scopes: Set(scopes))
    }
}

extension AdminToken {
    /// What a token may be called.
    package static var nameForm: String { Form<String>.tokenName.expected }

    /// A token's name as the settings' reader has it; `nil` for one that no token may have.
    package static func storedName(_ name: String) -> String? { Form<String>.tokenName.read(name) }
}

extension Form<String> {
    /// Names that a wallet's journal uses for changes that weren't made with an admin token. An admin token with such a
    /// name could make a person's grant look like a purchase.
    private static var takenByJournal: [String] { ["player", "server", "app store"] }

    fileprivate static var tokenName: Form {
        let expected = "\(label.expected), other than \(alternatives(takenByJournal)), which the journal uses itself"
        return Form(expected, doubt: label.doubt) { text in
            let isTaken = takenByJournal.contains { squeezed($0) == squeezed(text) }
            return isTaken ? nil : storedName.read(text)
        }
    }

    /// The text in lower case, without spaces and invisible characters, so that names that look alike compare as equal.
    private static func squeezed(_ text: String) -> String {
        BareText(text).text.lowercased().filter { !$0.isWhitespace }
    }
}

extension Form<[UInt8]> {
    fileprivate static var hash: Form {
        Form("the SHA-256 of a token, 64 hexadecimal digits as sha256sum writes them") { text in
            Hex.decode(text.lowercased()).flatMap { $0.count == 32 ? $0 : nil }
        }
    }
}

extension Form<AdminScope> {
    fileprivate static var scope: Form {
        let form = Form<String>.one(of: AdminScope.allCases.map(\.rawValue))
        return Form(form.expected, guesses: form.guesses) { AdminScope(rawValue: $0) }
    }
}
