import Crypto
package import ShelfConfiguration
package import ShelfEngine
package import ShelfWire

/// The admins, known by the hashes of their tokens.
package struct Admins: Sendable {
    private let byHash: [[UInt8]: AdminToken]

    package init(tokens: [AdminToken]) {
        byHash = Dictionary(tokens.map { ($0.hash, $0) }) { first, _ in first }
    }

    /// - Returns: the admin who has this token, if there is one. The lookup is by hash, so its duration reveals nothing
    ///   about the tokens.
    package func admin(ofToken text: String) -> AdminToken? {
        byHash[Array(SHA256.hash(data: Array(text.utf8)))]
    }

    /// - Returns: what an admin may do now; `nil` for one whose token was taken out.
    func current(_ admin: AdminToken) -> AdminToken? { byHash[admin.hash] }
}

extension AdminToken {
    /// Makes a new token.
    ///
    /// - Returns: what a server keeps of it, and the token itself, for its owner.
    package static func made(
        named name: String, scopes: Set<AdminScope>, randomness: Randomness = .system
    ) -> (kept: AdminToken, token: String) {
        let token = Base64URL.encode(randomness.bytes(32))
        return (AdminToken(name: name, hash: Array(SHA256.hash(data: Array(token.utf8))), scopes: scopes), token)
    }
}
