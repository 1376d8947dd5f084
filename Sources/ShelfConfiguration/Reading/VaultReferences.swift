import Yams

/// Finds a vault's secret by its name; `nil` for a name that the vault doesn't have.
package typealias SecretLookup = @Sendable (_ name: String) -> String?

/// Puts secrets of the vault in the places of their names: `vault:bazaar-app` in a file of settings means the secret
/// `bazaar-app`.
struct VaultReferences {
    /// Whether the configuration names a vault.
    let hasVault: Bool
    /// `nil` while the vault is closed. Then what refers to it counts as not configured.
    let lookup: SecretLookup?

    private static let prefix = "vault:"

    /// The name that a text refers to; `nil` for a text that is something else.
    static func name(in text: String?) -> String? {
        guard let text, text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else { return nil }
        return String(text.dropFirst(prefix.count))
    }

    /// Returns a mapping with the secrets in it, without the entries that refer to a closed vault. Reports names that
    /// can't be found, and leaves these out, too.
    func resolved(_ field: Field?) -> Field? {
        guard let field, var mapping = field.node.mapping else { return field }
        for (key, value) in mapping {
            mapping[key] = resolved(value, at: field.place.key(key.string ?? "", line: key.mark?.line), field.log)
        }
        return Field(node: .mapping(mapping), place: field.place, log: field.log)
    }

    /// - Returns: the value with its secret; `nil` where it refers to a vault that is closed, or to nothing.
    private func resolved(_ value: Node, at place: Place, _ log: ProblemLog) -> Node? {
        if let name = Self.name(in: value.string) {
            return secret(name, at: place, log).map { .scalar(Node.Scalar($0, value.tag, .doubleQuoted, value.mark)) }
        }
        guard var mapping = value.mapping else { return value }
        for (key, node) in mapping {
            guard let name = Self.name(in: node.string) else { continue }
            guard let secret = secret(name, at: place.key(key.string ?? "", line: key.mark?.line), log) else {
                return nil
            }
            mapping[key] = .scalar(Node.Scalar(secret, node.tag, .doubleQuoted, node.mark))
        }
        return .mapping(mapping)
    }

    private func secret(_ name: String, at place: Place, _ log: ProblemLog) -> String? {
        guard hasVault else {
            log.add(
                place, found: "the name of a secret in a vault, and no vault",
                expected: "`vault: vault.age` at the top of the file, with the path of the vault")
            return nil
        }
        guard let lookup else { return nil }
        if let secret = lookup(name) { return secret }
        log.add(
            place, found: "a name that the vault doesn't have, \(quoted(name))",
            expected: """
                a name that `shelflife vault list` shows; a running server knows a new one after `shelflife vault unlock`
                """)
        return nil
    }
}
