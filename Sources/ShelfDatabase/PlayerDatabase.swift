package import ShelfModel

/// Stores the players and their sessions. It only ever sees hashes of credentials and tokens.
package protocol PlayerDatabase: Sendable {
    /// Returns the number of the player who has a credential; `nil` when there is none.
    ///
    /// - Parameter credential: the SHA-256 of the device's credential.
    func player(ofCredential credential: [UInt8]) async throws -> Int64?

    /// Signs players in, all in one transaction. Finds the player of each credential or creates one, and begins a
    /// family of refresh tokens. Of the player's other families it keeps the ``TokenFamilies/others`` that end last and
    /// deletes the rest, so a player never has many.
    ///
    /// - Returns: the players who signed in, in the order of the arguments.
    func signIn(_ signIns: [DeviceSignIn]) async throws -> [SignedIn]

    /// Replaces a family's newest token with the next one.
    ///
    /// - Parameters:
    ///   - presented: the hash of the token that the client sent. Unless it is the newest one, the family is revoked:
    ///     two clients have the same token, so one of them has stolen it.
    func rotate(family: Int64, presented: [UInt8], next: [UInt8], until: Instant, at: Instant) async throws
        -> RotationAnswer
}

/// Limits the token families of a player. Each device has one, and so has each sign-in whose answer was lost.
package enum TokenFamilies {
    /// The most families that one player can have.
    package static let most = 16
    /// How many existing families are kept when a new one begins.
    package static let others = most - 1
}

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

package enum RotationAnswer: Hashable, Sendable {
    case rotated(player: Int64)
    /// The token had been used before. All tokens of its family are invalid from now on.
    case revoked
    /// There is no such family, it was revoked, or it has expired.
    case unknown
}
