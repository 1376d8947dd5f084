package import ShelfModel

/// Where a server keeps who its players are. Credentials and tokens come hashed and never leave as anything else.
package protocol PlayerDatabase: Sendable {
    /// The player of a credential, made where there is none, and then given what every new player is given.
    ///
    /// - Parameters:
    ///   - credential: SHA-256 of what the device made.
    ///   - gifts: by currency.
    func player(credential: [UInt8], gifts: [String: Int64], at: Instant) async throws -> Int64

    /// A secret that all servers on this database share: the one given, or the one that was there before.
    func keep(secret: [UInt8], as name: String) async throws -> [UInt8]

    /// Begins a family of refresh tokens, and forgets those of this player that have expired.
    ///
    /// - Returns: the family's number.
    func beginFamily(_ family: TokenFamily) async throws -> Int64

    /// Replaces a family's newest token by the next.
    ///
    /// - Parameters:
    ///   - presented: the hash of the token that was shown. Unless it is the newest, the family is revoked: of two
    ///     who have one token, one has stolen it.
    func rotate(family: Int64, presented: [UInt8], next: [UInt8], until: Instant, at: Instant) async throws
        -> RotationAnswer
}

/// Refresh tokens that follow each other, of which only the newest is good.
package struct TokenFamily: Hashable, Sendable {
    package let player: Int64
    /// SHA-256 of the newest token.
    package let newest: [UInt8]
    package let until: Instant
    package let at: Instant

    package init(player: Int64, newest: [UInt8], until: Instant, at: Instant) {
        self.player = player
        self.newest = newest
        self.until = until
        self.at = at
    }
}

package enum RotationAnswer: Hashable, Sendable {
    case rotated(player: Int64)
    /// An old token came back; from now on none of the family is good.
    case revoked
    /// There is no such family, it was revoked, or it has expired.
    case unknown
}
