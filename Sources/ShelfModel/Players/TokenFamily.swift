/// A chain of refresh tokens of which only the newest is valid, as the database stores it.
package struct TokenFamily: Hashable, Sendable {
    package let player: Int64
    /// SHA-256 of the newest token.
    package let newest: [UInt8]
    /// The first instant at which the newest token isn't valid any more.
    package let expires: Instant

    package init(player: Int64, newest: [UInt8], expires: Instant) {
        self.player = player
        self.newest = newest
        self.expires = expires
    }
}
