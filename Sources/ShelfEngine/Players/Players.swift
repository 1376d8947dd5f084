import Crypto
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// Signs players in: turns a device's credential into a player, and gives the player short-lived tokens.
///
/// The server stores only the SHA-256 of credentials and refresh tokens. A plain hash is enough, because they are long
/// and random, so nobody can guess them.
package struct Players: Sendable {
    private let database: any PlayerDatabase & SecretDatabase
    private let signIns: WriteBatcher<DeviceSignIn, SignedIn>
    private let tokens: TokenAuthority
    private let refreshKey: SymmetricKey
    private let settings: PlayerSettings
    private let content: ContentHolder
    private let randomness: Randomness

    package init(
        database: any PlayerDatabase & SecretDatabase, settings: PlayerSettings, content: ContentHolder,
        randomness: Randomness
    ) async throws {
        self.database = database
        signIns = WriteBatcher { orders, _ in try await database.signIn(orders) }
        self.settings = settings
        self.content = content
        self.randomness = randomness
        tokens = try await TokenAuthority(
            seed: try await database.keep(secret: randomness.bytes(32), as: "player tokens"))
        refreshKey = SymmetricKey(
            data: try await database.keep(secret: randomness.bytes(32), as: "refresh tokens"))
    }

    private static let credentialBytes = 16...64

    /// Whether signing in with a credential would create a player: it is well-formed, and no player has it yet.
    package func isNew(_ credential: String) async throws -> Bool {
        guard let bytes = Self.bytes(ofCredential: credential) else { return false }
        return try await database.player(ofCredential: Self.hash(bytes)) == nil
    }

    /// What a new player is given, in the currencies in which a store sells.
    private var gifts: [String: Int64] {
        let stores = content.current.stores
        return settings.welcome.filter { gift in stores.contains { $0.currency == gift.key } }
    }

    /// Returns tokens for the player of a credential, and creates the player at the first sign-in.
    ///
    /// - Returns: `nil` when the credential is malformed. It has to be 16 to 64 bytes in base64url.
    package func signIn(_ credential: String, at: Instant) async throws -> PlayerTokens? {
        guard let bytes = Self.bytes(ofCredential: credential) else { return nil }
        let secret = randomness.bytes(RefreshToken.secretBytes)
        let signedIn = try await signIns.add(
            DeviceSignIn(
                credential: Self.hash(bytes), gifts: gifts, token: Self.hash(secret),
                until: at + settings.refresh, at: at))
        return try await issue(to: signedIn.player, RefreshToken(family: signedIn.family, secret: secret), at: at)
    }

    /// Exchanges a refresh token, which can be used once, for new tokens.
    ///
    /// - Returns: `nil` when the refresh token is malformed, expired, or was already used.
    package func refresh(_ text: String, at: Instant) async throws -> PlayerTokens? {
        guard let presented = RefreshToken(text, markedWith: refreshKey) else { return nil }
        let next = RefreshToken(family: presented.family, secret: randomness.bytes(RefreshToken.secretBytes))
        let answer = try await database.rotate(
            family: presented.family, presented: Self.hash(presented.secret), next: Self.hash(next.secret),
            until: at + settings.refresh, at: at)
        guard case .rotated(let player) = answer else { return nil }
        return try await issue(to: player, next, at: at)
    }

    /// Whether this token has been verified before.
    package func knows(_ token: String) -> Bool { tokens.knows(token) }

    /// Whose token this is, and when it ends.
    package func session(ofToken text: String, at: Instant) async -> (player: Int64, end: Instant)? {
        await tokens.session(of: text, at: at)
    }

    private func issue(to player: Int64, _ refresh: RefreshToken, at: Instant) async throws -> PlayerTokens {
        PlayerTokens(
            player: String(player),
            token: try await tokens.sign(PlayerToken(player: player, at: at, life: settings.token)),
            expiresIn: Int(settings.token.wholeSeconds), refreshToken: refresh.text(markedWith: refreshKey))
    }

    private static func bytes(ofCredential text: String) -> [UInt8]? {
        Base64URL.decode(text).flatMap { credentialBytes.contains($0.count) ? $0 : nil }
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
