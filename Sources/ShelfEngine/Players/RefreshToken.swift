import Crypto
import ShelfWire

/// A refresh token: the number of its family and a secret, as one text.
///
/// The text includes the server's mark (an HMAC-SHA256). A used token revokes its family, so a forged token must not be
/// mistaken for a used one.
struct RefreshToken: Hashable, Sendable {
    let family: Int64
    let secret: [UInt8]

    static let secretBytes = 32
    private static let tokenBytes = 8 + secretBytes

    init(family: Int64, secret: [UInt8]) {
        self.family = family
        self.secret = secret
    }

    /// `nil` unless `text` is one that was made here.
    init?(_ text: String, markedWith key: SymmetricKey) {
        guard text.utf8.count <= 128, let bytes = Base64URL.decode(text),
            bytes.count == Self.tokenBytes + SHA256.byteCount
        else { return nil }
        let (token, mark) = (bytes[..<Self.tokenBytes], bytes[Self.tokenBytes...])
        guard HMAC<SHA256>.isValidAuthenticationCode(mark, authenticating: token, using: key) else { return nil }
        family = Int64(bitPattern: BigEndian.read(UInt64.self, token))
        secret = Array(token.dropFirst(8))
    }

    func text(markedWith key: SymmetricKey) -> String {
        let token = BigEndian.bytes(UInt64(bitPattern: family)) + secret
        return Base64URL.encode(token + HMAC<SHA256>.authenticationCode(for: token, using: key))
    }
}
