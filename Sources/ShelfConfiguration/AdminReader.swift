import ShelfWire

/// Reads who may use the admin routes.
enum AdminReader {
    /// `nil`, and problems, when something can't be read.
    static func read(_ field: Field?, log: ProblemLog) -> [AdminToken]? {
        guard let field else { return [] }
        guard let fields = field.fields(["tokens"]), let list = fields["tokens"] else { return nil }
        guard let elements = list.list(of: "tokens", mayBeEmpty: true) else { return nil }
        guard let tokens = elements.map(token).allPresent() else { return nil }
        var names: Set<String> = []
        for (token, element) in zip(tokens, elements) where !names.insert(token.name).inserted {
            log.add(element.place, found: "\(quoted(token.name)) again", expected: "a name that is no other token's")
        }
        return names.count == tokens.count ? tokens : nil
    }

    private static func token(_ field: Field) -> AdminToken? {
        guard let fields = field.fields(["name", "sha256", "scopes"]) else { return nil }
        let name = fields.read("name", .label)
        let hash = fields.read("sha256", .hash)
        let scopes = fields["scopes"].flatMap { $0.list(of: "scopes") }?.map { $0.read(.scope) }.allPresent()
        if fields["scopes"] == nil {
            fields.log.add(fields.place(of: "scopes"), found: "nothing", expected: "a list of scopes")
        }
        guard let name, let hash, let scopes else { return nil }
        return AdminToken(name: name, hash: hash, scopes: Set(scopes))
    }
}

extension Form<[UInt8]> {
    fileprivate static var hash: Form {
        Form("the SHA-256 of a token, 64 digits as sha256sum writes them") { text in
            Hex.decode(text).flatMap { $0.count == 32 ? $0 : nil }
        }
    }
}

extension Form<AdminToken.Scope> {
    fileprivate static var scope: Form {
        let known = AdminToken.Scope.allCases.map(\.rawValue).joined(separator: ", ")
        return Form("one of \(known)") { AdminToken.Scope(rawValue: $0) }
    }
}
