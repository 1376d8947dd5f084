import Crypto
import ShelfConfiguration
import ShelfModel
import ShelfWire

/// One admin's session, while a request uses it.
struct DeskSession {
    let id: DeskSecret
    let admin: AdminToken
    let ends: Instant

    /// Proves that a request comes from a page that could read this session's answers: a page of the desk's own origin.
    var csrfToken: String {
        let code = HMAC<SHA256>.authenticationCode(for: Self.label, using: SymmetricKey(data: id.bytes))
        return Base64URL.encode(Array(code))
    }

    /// Compares in a time that doesn't depend on where the two differ.
    func hasCSRFToken(_ text: String) -> Bool {
        guard let bytes = Base64URL.decode(text) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            bytes, authenticating: Self.label, using: SymmetricKey(data: id.bytes))
    }

    private static let label = Array("shelflife desk csrf".utf8)
}
