public import ShelfWire

/// How a client reaches what belongs to a player: who it is, what it buys, what it has.
///
/// A token goes with each request but the first two. Each throws ``TransportError``.
public struct TradeTransport: Sendable {
    /// `POST /v1/players`: the tokens of a credential's player, who is made when there is none.
    public var signIn: @Sendable (_ credential: PlayerCredential) async throws -> PlayerTokens
    /// `POST /v1/players/refresh`. A refresh token is good once.
    public var refresh: @Sendable (_ refreshToken: String) async throws -> PlayerTokens
    /// `POST /v1/stores/{store}/purchases`, with the intent's key. However often it is sent, it is one purchase.
    public var purchase: @Sendable (_ intent: PurchaseIntent, _ token: String) async throws -> PurchaseConfirmation
    /// `POST /v1/player/topups/apple`. However often it is sent, a transaction counts once.
    public var topUp: @Sendable (_ signedTransaction: String, _ token: String) async throws -> TopUpConfirmation
    /// `GET /v1/player`.
    public var wallet: @Sendable (_ token: String) async throws -> PlayerAnswer
    /// `GET /v1/player/inventory`.
    public var inventory: @Sendable (_ token: String) async throws -> InventoryAnswer
    /// `GET /v1/player/purchases`, the newest first.
    public var history: @Sendable (_ before: Int64?, _ limit: Int, _ token: String) async throws -> PurchaseHistory

    public init(
        signIn: @escaping @Sendable (_ credential: PlayerCredential) async throws -> PlayerTokens,
        refresh: @escaping @Sendable (_ refreshToken: String) async throws -> PlayerTokens,
        purchase: @escaping @Sendable (_ intent: PurchaseIntent, _ token: String) async throws -> PurchaseConfirmation,
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
