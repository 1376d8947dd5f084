import Crypto
import JWTKit
package import ShelfModel
import ShelfWire
import Synchronization

/// Signs and verifies tokens with EdDSA (RFC 8037) and one key, which never leaves the server.
package struct TokenAuthority: Sendable {
    private let keys: JWTKeyCollection
    private let known = KnownTokens()

    /// - Parameter seed: 32 bytes, secret.
    package init(seed: [UInt8]) async throws {
        let key = EdDSA.PrivateKey(backing: try Curve25519.Signing.PrivateKey(rawRepresentation: seed))
        keys = await JWTKeyCollection().add(eddsa: key)
    }

    package func sign(_ token: PlayerToken) async throws -> String {
        try await keys.sign(token)
    }

    /// Whether this token has been verified before. It may have expired since.
    package func knows(_ text: String) -> Bool { known[text] != nil }

    /// Returns the player whose token this is, and when it ends; `nil` when the token is forged, from another server, expired or
    /// malformed.
    package func session(of text: String, at: Instant) async -> (player: Int64, end: Instant)? {
        if let token = known[text] { return token.session(at: at) }
        guard text.utf8.count <= Self.bytesAtMost, Self.isCanonical(text),
            let token = try? await keys.verify(text, as: PlayerToken.self)
        else { return nil }
        known.note(text, token)
        return token.session(at: at)
    }

    /// The longest text that is checked. A valid token has about 250 bytes.
    private static let bytesAtMost = 1024

    /// Whether each part is canonical base64url: without padding, and with unused bits zero (RFC 7515, section 2; RFC
    /// 4648, section 3.5). Otherwise the same token could be written in several ways.
    private static func isCanonical(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 && parts.allSatisfy { Base64URL.decode(String($0)) != nil }
    }
}

/// A cache of verified tokens, because verifying a signature costs as much as the rest of a purchase.
///
/// A token is known by its bytes. `String` finds a Kelvin sign equal to a K, so that one token would have many texts.
private final class KnownTokens: Sendable {
    private let tokens = Mutex<[[UInt8]: PlayerToken]>([:])

    private static let most = 50_000

    subscript(text: String) -> PlayerToken? { tokens.withLock { $0[Array(text.utf8)] } }

    func note(_ text: String, _ token: PlayerToken) {
        tokens.withLock { tokens in
            if tokens.count >= Self.most { tokens = [:] }
            tokens[Array(text.utf8)] = token
        }
    }
}
