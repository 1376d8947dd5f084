import Crypto
package import ShelfConfiguration

/// Who may do more than players.
package struct Admins: Sendable {
    private let byHash: [[UInt8]: AdminToken]

    package init(tokens: [AdminToken]) {
        byHash = Dictionary(tokens.map { ($0.hash, $0) }) { first, _ in first }
    }

    /// - Returns: `nil` when nobody has this token. Tokens are looked up by their hash, so how long that takes tells
    ///   nothing of them.
    package func admin(ofToken text: String) -> AdminToken? {
        byHash[Array(SHA256.hash(data: Array(text.utf8)))]
    }
}
