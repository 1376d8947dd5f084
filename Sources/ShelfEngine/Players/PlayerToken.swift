package import JWTKit
package import ShelfModel

/// The claims of a player's token: whose it is, and when it expires. They are signed, but not secret.
package struct PlayerToken: Hashable, Sendable, Codable, JWTPayload {
    /// The player's number.
    package let sub: String
    /// In seconds since the epoch (RFC 7519, section 4.1.4).
    package let exp: Int64
    package let iat: Int64
    /// The token's purpose, so that no other token of this server can be used as a player's token.
    package let aud: String

    package static let audience = "shelflife-player"

    package init(player: Int64, at: Instant, life: TimeSpan) {
        sub = String(player)
        iat = at.milliseconds / 1000
        exp = (at + life).milliseconds / 1000
        aud = Self.audience
    }

    /// Does nothing. The caller checks the claims, because only the caller knows the time.
    package func verify(using algorithm: some JWTAlgorithm) {}

    /// The player and the token's end, if it is good at this instant.
    package func session(at: Instant) -> (player: Int64, end: Instant)? {
        guard aud == Self.audience, at.milliseconds / 1000 < exp, let number = Int64(sub), number > 0 else {
            return nil
        }
        return (number, Instant(milliseconds: exp * 1000))
    }
}
