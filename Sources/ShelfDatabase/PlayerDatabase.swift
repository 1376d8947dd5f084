package import ShelfModel

/// Where a server keeps who its players are. Credentials and tokens come hashed and never leave as anything else.
package protocol PlayerDatabase: Sendable {
    /// Lets players in, all in one transaction: each is the player of a credential, made where there is none, and
    /// begins a family of refresh tokens. Those of this player that have expired are forgotten.
    ///
    /// - Returns: who came in, in the order of the arguments.
    func signIn(_ arrivals: [Arrival]) async throws -> [SignedIn]

    /// A secret that all servers on this database share: the one given, or the one that was there before.
    func keep(secret: [UInt8], as name: String) async throws -> [UInt8]

    /// Replaces a family's newest token by the next.
    ///
    /// - Parameters:
    ///   - presented: the hash of the token that was shown. Unless it is the newest, the family is revoked: of two
    ///     who have one token, one has stolen it.
    func rotate(family: Int64, presented: [UInt8], next: [UInt8], until: Instant, at: Instant) async throws
        -> RotationAnswer
}

/// Somebody with a credential, who wants to come in.
package struct Arrival: Hashable, Sendable {
    /// SHA-256 of what the device made.
    package let credential: [UInt8]
    /// What a new player is given, by currency.
    package let gifts: [String: Int64]
    /// SHA-256 of the family's first refresh token.
    package let token: [UInt8]
    /// When that token ends.
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

package struct SignedIn: Hashable, Sendable {
    package let player: Int64
    /// Refresh tokens that follow each other, of which only the newest is good.
    package let family: Int64

    package init(player: Int64, family: Int64) {
        self.player = player
        self.family = family
    }
}

package enum RotationAnswer: Hashable, Sendable {
    case rotated(player: Int64)
    /// An old token came back; from now on none of the family is good.
    case revoked
    /// There is no such family, it was revoked, or it has expired.
    case unknown
}
