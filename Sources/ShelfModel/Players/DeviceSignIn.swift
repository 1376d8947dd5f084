/// A device that wants to sign in with its credential.
package struct DeviceSignIn: Hashable, Sendable {
    /// The SHA-256 of the device's credential.
    package let credential: [UInt8]
    /// What a new player is given, by currency.
    package let gifts: [String: Int64]
    /// SHA-256 of the family's first refresh token.
    package let token: [UInt8]
    /// When the refresh token expires.
    package let until: Instant
    package let at: Instant

    package init(credential: [UInt8], gifts: [String: Int64], token: [UInt8], until: Instant, at: Instant) {
        self.credential = credential
        self.gifts = gifts
        self.token = token
        self.until = until
        self.at = at
    }
}

/// A player who has signed in. Both numbers show when they were assigned, but not how many exist, and are below 2^53.
/// As long as the clock goes forward, no number is assigned twice, not even after the database was restored to an
/// earlier state (``TimeOrderedNumber``).
package struct SignedIn: Hashable, Sendable {
    package let player: Int64
    /// The number of the token family: a chain of refresh tokens of which only the newest is valid.
    package let family: Int64

    package init(player: Int64, family: Int64) {
        self.player = player
        self.family = family
    }
}
