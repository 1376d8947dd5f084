/// `POST /v1/player/topups/apple`: what the App Store has signed for the player.
public struct TopUpRequest: Hashable, Sendable, Codable {
    /// The transaction's `jwsRepresentation`, as StoreKit gave it.
    public let signedTransaction: String

    public init(signedTransaction: String) {
        self.signedTransaction = signedTransaction
    }
}

/// What a transaction brought.
public struct TopUpConfirmation: Hashable, Sendable, Codable {
    /// The transaction's id in the App Store, under which it counts once.
    public let transaction: String
    public let currency: String
    /// What came to the wallet for it, less what was taken back.
    public let amount: Int64
    /// Whether it had been counted before.
    public let replayed: Bool
    /// What the wallet holds now, in this currency.
    public let balance: Int64

    public init(transaction: String, currency: String, amount: Int64, replayed: Bool, balance: Int64) {
        self.transaction = transaction
        self.currency = currency
        self.amount = amount
        self.replayed = replayed
        self.balance = balance
    }
}

/// `POST /v1/notifications/apple`: what the App Store tells the server by itself (version 2).
package struct AppStoreNotificationRequest: Hashable, Sendable, Codable {
    package let signedPayload: String

    package init(signedPayload: String) {
        self.signedPayload = signedPayload
    }
}

/// That a notification was understood, and needn't be sent again.
package struct Acknowledgement: Hashable, Sendable, Codable {
    package init() {}
}
