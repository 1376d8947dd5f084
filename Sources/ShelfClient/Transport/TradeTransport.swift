package import ShelfWire

/// A player's requests: signing in, buying, and what the player has.
///
/// All but the first two take the player's token. Each throws ``TransportError``.
package struct TradeTransport: Sendable {
    package typealias Purchasing =
        @Sendable (
            _ store: String, _ key: String, _ request: PurchaseRequest, _ token: String
        ) async throws -> PurchaseConfirmation

    /// `POST /v1/players`: signs in as a credential's player, who is created at the first time.
    package var signIn: @Sendable (_ credential: PlayerCredential) async throws -> PlayerTokens
    /// `POST /v1/players/refresh`. A refresh token can be used once.
    package var refresh: @Sendable (_ refreshToken: String) async throws -> PlayerTokens
    /// `POST /v1/stores/{store}/purchases`. However often it is sent with one key, it is one purchase.
    package var purchase: Purchasing
    /// `POST /v1/player/topups/apple`. However often it is sent, a transaction counts once.
    package var topUp: @Sendable (_ signedTransaction: String, _ token: String) async throws -> TopUpConfirmation
    /// `GET /v1/player`.
    package var wallet: @Sendable (_ token: String) async throws -> PlayerAnswer
    /// `GET /v1/player/inventory`.
    package var inventory: @Sendable (_ token: String) async throws -> InventoryAnswer
    /// `GET /v1/player/purchases`, the newest first.
    package var history: @Sendable (_ before: Int64?, _ limit: Int, _ token: String) async throws -> PurchaseHistory

    package init(
        signIn: @escaping @Sendable (_ credential: PlayerCredential) async throws -> PlayerTokens,
        refresh: @escaping @Sendable (_ refreshToken: String) async throws -> PlayerTokens,
        purchase: @escaping Purchasing,
        topUp: @escaping @Sendable (_ signedTransaction: String, _ token: String) async throws -> TopUpConfirmation,
        wallet: @escaping @Sendable (_ token: String) async throws -> PlayerAnswer,
        inventory: @escaping @Sendable (_ token: String) async throws -> InventoryAnswer,
        history: @escaping @Sendable (_ before: Int64?, _ limit: Int, _ token: String) async throws -> PurchaseHistory
    ) {
        self.signIn = signIn
        self.refresh = refresh
        self.purchase = purchase
        self.topUp = topUp
        self.wallet = wallet
        self.inventory = inventory
        self.history = history
    }
}
