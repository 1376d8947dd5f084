import Crypto
import JWTKit
package import ShelfModel
import Synchronization

/// Signs tokens and checks them: EdDSA (RFC 8037), with one key that never leaves the server.
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

    /// Whether this token was found good before, though it may have ended.
    package func knows(_ text: String) -> Bool { known[text] != nil }

    /// The player whose token this is; `nil` when it is forged, foreign, too old, or none.
    package func player(of text: String, at: Instant) async -> Int64? {
        if let token = known[text] { return token.player(at: at) }
        guard text.utf8.count <= Self.bytesAtMost,
            let token = try? await keys.verify(text, as: PlayerToken.self)
        else { return nil }
        known.note(text, token)
        return token.player(at: at)
    }

    /// Ours have some 250.
    private static let bytesAtMost = 1024
}

/// Tokens that were checked: a signature costs as much as the purchase.
private final class KnownTokens: Sendable {
    private let tokens = Mutex<[String: PlayerToken]>([:])

    private static let most = 50_000

    subscript(text: String) -> PlayerToken? { tokens.withLock { $0[text] } }

    func note(_ text: String, _ token: PlayerToken) {
        tokens.withLock { tokens in
            if tokens.count >= Self.most { tokens = [:] }
            tokens[text] = token
        }
    }
}
