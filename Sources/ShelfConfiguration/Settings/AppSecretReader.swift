import ShelfWire

/// Reads `appSecrets`: the app secrets by the stores' ids.
///
/// No message repeats what stands there, because it may be a real secret with a typing mistake.
enum AppSecretReader {
    /// Returns `nil` and reports errors when something can't be read.
    static func read(_ field: Field?) -> [String: AppSecret]? {
        guard let field else { return [:] }
        guard let entries = field.entries(of: "stores' ids and app secrets, such as {bazaar: vault:bazaar-app}") else {
            return nil
        }
        let secrets = entries.map { store, value -> (String, AppSecret)? in
            if let secret = value.scalar.flatMap({ AppSecret($0) }) { return (store, secret) }
            field.log.add(
                value.place, found: "something else",
                expected: "32 random bytes in base64url, 43 characters without =, or vault:NAME")
            return nil
        }.allPresent()
        return secrets.map { Dictionary($0) { $1 } }
    }
}
