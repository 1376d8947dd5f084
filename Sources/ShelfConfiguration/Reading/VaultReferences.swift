import Yams

/// Finds a vault's secret by its name; `nil` for a name that the vault doesn't have.
package typealias SecretLookup = @Sendable (_ name: String) -> String?

/// Puts secrets of the vault in the places of their names: `vault:bazaar-app` in a configuration file means the secret
/// `bazaar-app`.
struct VaultReferences {
    /// Whether the configuration names a vault.
    let hasVault: Bool
    /// `nil` while the vault is closed. Then what refers to it counts as not configured.
    let lookup: SecretLookup?
    /// The keys of a store whose values may be secrets of the vault, or hold some.
    let keys: [String]

    private static let prefix = "vault:"

    /// The name that a text refers to; `nil` for a text that is something else.
    static func name(in text: String?) -> String? {
        guard let text, text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else { return nil }
        return String(text.dropFirst(prefix.count))
    }

    /// Returns the list of stores with the secrets in it. Reports names that can't be found.
    func resolved(_ stores: Field?) -> Field? {
        guard let stores, let sequence = stores.node.sequence else { return stores }
        let nodes = zip(sequence, stores.elements).map { node, store in
            node.mapping.map { resolved($0, in: store) } ?? node
        }
        return Field(
            node: .sequence(Node.Sequence(nodes, sequence.tag, sequence.style, sequence.mark)), place: stores.place,
            log: stores.log)
    }

    private func resolved(_ store: Node.Mapping, in field: Field) -> Node {
        var changed = store
        for key in keys {
            guard let value = store[key] else { continue }
            let line = store.first { $0.key.string == key }?.key.mark?.line
            changed[key] = resolved(value, at: field.place.key(key, line: line), field.log)
        }
        return .mapping(changed)
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
