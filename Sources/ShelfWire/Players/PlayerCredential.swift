import Crypto

/// The secret by which a device signs in as its player: 32 random bytes.
///
/// The person who has the credential is the player. Keep it in a safe place, such as the Keychain, and out of logs. It
/// is made once and kept for good: without it, nobody can sign in as this player again.
public struct PlayerCredential: Hashable, Sendable {
    /// In base64url, as it is kept and sent.
    public let text: String

    private static let bytesAllowed = 16...64

    /// Makes a new credential.
    public init() {
        var random = SystemRandomNumberGenerator()
        text = Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// Reads a credential that was kept; `nil` unless it is 16 to 64 bytes in base64url.
    public init?(_ text: String) {
        guard let bytes = Base64URL.decode(text), Self.bytesAllowed.contains(bytes.count) else { return nil }
        self.text = text
    }

    /// Identifies the credential without giving it away.
    package var fingerprint: String {
        Hex.encode(SHA256.hash(data: Array("shelflife/v1/credential".utf8) + Array(text.utf8)).prefix(16))
    }
}

extension PlayerCredential: CustomStringConvertible, CustomReflectable {
    public var description: String { "PlayerCredential(\(fingerprint.prefix(8)))" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
