import Crypto
package import ShelfEngine
import ShelfWire

/// 32 random bytes by which the desk knows somebody: a session's id, or the code of a sign-in link.
package struct DeskSecret: Hashable, Sendable {
    let bytes: [UInt8]

    package init(_ randomness: Randomness) {
        bytes = randomness.bytes(32)
    }

    /// - Returns: `nil` for a text that can't be such a secret.
    package init?(_ text: String) {
        guard let bytes = Base64URL.decode(text), bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// In base64url, as a cookie or a link has it.
    package var text: String { Base64URL.encode(bytes) }

    /// What the server keeps of it. The lookup is by hash, so its duration reveals nothing about the secrets.
    var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }
}
