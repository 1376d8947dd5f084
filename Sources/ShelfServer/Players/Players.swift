import Crypto
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// Who somebody is: a credential that a device made becomes a player, and a player has tokens that end soon.
///
/// The server keeps of credentials and refresh tokens only their SHA-256. That
/// is enough, since they are random and long: nobody can guess what was hashed.
package struct Players: Sendable {
    private let database: any PlayerDatabase
    private let door: Gatherer<Arrival, SignedIn>
    private let tokens: TokenAuthority
    private let refreshKey: SymmetricKey
    private let settings: PlayerSettings
    private let randomness: Randomness

    package init(
        database: any PlayerDatabase, settings: PlayerSettings, randomness: Randomness
    ) async throws {
        self.database = database
        door = Gatherer { try await database.signIn($0) }
        self.settings = settings
        self.randomness = randomness
        tokens = try await TokenAuthority(
            seed: try await database.keep(secret: randomness.bytes(32), as: "player tokens"))
        refreshKey = SymmetricKey(
            data: try await database.keep(secret: randomness.bytes(32), as: "refresh tokens"))
    }

    private static let credentialBytes = 16...64

    /// The player of a credential, made where there is none.
    ///
    /// - Returns: `nil` when the credential is none: it has to be 16 to 64 bytes in base64url.
    package func signIn(_ credential: String, at: Instant) async throws -> PlayerTokens? {
        guard let bytes = Base64URL.decode(credential), Self.credentialBytes.contains(bytes.count) else { return nil }
        let secret = randomness.bytes(RefreshToken.secretBytes)
        let signedIn = try await door.add(
            Arrival(
                credential: Self.hash(bytes), gifts: settings.welcome, token: Self.hash(secret),
                until: at + settings.refresh, at: at))
        return try await issue(to: signedIn.player, RefreshToken(family: signedIn.family, secret: secret), at: at)
    }

    /// The next tokens for a refresh token, which is good once.
    ///
    /// - Returns: `nil` when it is none, too old, or was used before.
    package func refresh(_ text: String, at: Instant) async throws -> PlayerTokens? {
        guard let presented = RefreshToken(text, markedWith: refreshKey) else { return nil }
        let next = RefreshToken(family: presented.family, secret: randomness.bytes(RefreshToken.secretBytes))
        let answer = try await database.rotate(
            family: presented.family, presented: Self.hash(presented.secret), next: Self.hash(next.secret),
            until: at + settings.refresh, at: at)
        guard case .rotated(let player) = answer else { return nil }
        return try await issue(to: player, next, at: at)
    }

    /// Whether this token was good before.
    package func knows(_ token: String) -> Bool { tokens.knows(token) }

    /// Whose token this is.
    package func player(ofToken text: String, at: Instant) async -> Int64? {
        await tokens.player(of: text, at: at)
    }

    private func issue(to player: Int64, _ refresh: RefreshToken, at: Instant) async throws -> PlayerTokens {
        PlayerTokens(
            player: String(player),
            token: try await tokens.sign(PlayerToken(player: player, at: at, life: settings.token)),
            expiresIn: Int(settings.token.wholeSeconds), refreshToken: refresh.text(markedWith: refreshKey))
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
