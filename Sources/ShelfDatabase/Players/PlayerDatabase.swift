package import ShelfModel

/// Stores the players and their sessions. It only ever sees hashes of credentials and tokens.
package protocol PlayerDatabase: Sendable {
    /// Returns the number of the player who has a credential; `nil` when there is none.
    ///
    /// - Parameter credential: the SHA-256 of the device's credential.
    func player(ofCredential credential: [UInt8]) async throws -> Int64?

    /// Returns the player with a number; `nil` when there is none.
    func player(_ number: Int64) async throws -> StoredPlayer?

    /// Returns players, the newest first.
    ///
    /// - Parameter before: only those with smaller numbers are returned; `nil` for the newest.
    func players(before: Int64?, limit: Int) async throws -> [StoredPlayer]

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
