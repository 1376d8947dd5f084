import Foundation
import ShelfModel

/// Secrets by their names: what a vault's file holds, once it is open.
///
/// It is written as JSON, so that a person who opens the file with another tool can read it.
package struct Vault: Hashable, Sendable {
    /// The length of one secret, in bytes of UTF-8.
    package static let secretBytesAtMost = 64 * 1024
    /// The length of all that is sealed.
    package static let bytesAtMost = 1024 * 1024

    package private(set) var secrets: [String: String]

    package init() { secrets = [:] }

    /// The names, in their order.
    package var names: [String] { secrets.keys.sorted() }

    package subscript(name: String) -> String? { secrets[name] }

    /// - Throws: ``VaultError`` when there is one of this name, or what it says isn't allowed.
    package mutating func add(_ name: String, _ secret: String) throws(VaultError) {
        guard secrets[name] == nil else { throw .alreadyThere(name) }
        try set(name, secret)
    }

    /// - Throws: ``VaultError`` when there is none of this name, or the new secret isn't allowed.
    package mutating func replace(_ name: String, _ secret: String) throws(VaultError) {
        guard secrets[name] != nil else { throw .missing(name, nearest: nearest(to: name)) }
        try set(name, secret)
    }

    package mutating func remove(_ name: String) throws(VaultError) {
        guard secrets.removeValue(forKey: name) != nil else { throw .missing(name, nearest: nearest(to: name)) }
    }

    /// The secret of this name.
    package func secret(_ name: String) throws(VaultError) -> String {
        guard let secret = secrets[name] else { throw .missing(name, nearest: nearest(to: name)) }
        return secret
    }

    private mutating func set(_ name: String, _ secret: String) throws(VaultError) {
        try Self.check(name, secret)
        let before = secrets.updateValue(secret, forKey: name)
        guard bytes.count > Self.bytesAtMost else { return }
        secrets[name] = before
        throw .full
    }

    private static func check(_ name: String, _ secret: String) throws(VaultError) {
        guard SecretName.isValid(name) else { throw .name(name) }
        guard !secret.isEmpty else { throw .empty(name) }
        guard secret.utf8.count <= secretBytesAtMost else { throw .tooLong(name, secret.utf8.count) }
    }

    /// The name that somebody may have meant.
    private func nearest(to name: String) -> String? { NearName.nearest(to: name, among: names) }
}

extension Vault {
    private static let format = "shelflife-vault/1"

    private struct Document: Codable {
        let format: String
        let secrets: [String: String]
    }

    /// What is sealed.
    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Two members, and strings in both of them: this can't fail.
        return Array(try! encoder.encode(Document(format: Self.format, secrets: secrets))) + [UInt8(ascii: "\n")]
    }

    /// Reads what was sealed, by us or by a person with another tool.
    ///
    /// A vault that is longer than ours may be is read all the same, so that secrets can be removed from it.
    package init(bytes: [UInt8]) throws(VaultError) {
        self.init()
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else { throw .notAVault }
        guard document.format == Self.format else { throw .format(document.format) }
        // Otherwise a member would be lost when the vault is written again.
        guard Self.strings(in: bytes) == 3 + 2 * document.secrets.count else { throw .otherMembers }
        for (name, secret) in document.secrets { try Self.check(name, secret) }
        secrets = document.secrets
    }

    /// How many strings there are in JSON. In a vault these are the names of its two members, the format, and the name
    /// and the text of each secret.
    private static func strings(in json: [UInt8]) -> Int {
        var (marks, isEscaped) = (0, false)
        for byte in json {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                marks += 1
            }
        }
        return marks / 2
    }
}
