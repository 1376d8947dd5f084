/// `POST /v1/player/topups/apple`: a transaction that the App Store signed for the player.
package struct TopUpRequest: Hashable, Sendable, Codable {
    /// The transaction's `jwsRepresentation`, as StoreKit gave it.
    package let signedTransaction: String

    package init(signedTransaction: String) {
        self.signedTransaction = signedTransaction
    }
}

/// The answer to a top-up.
public struct TopUpConfirmation: Hashable, Sendable, Codable {
    /// The transaction's id in the App Store. Each id counts once.
    public let transaction: String
    /// The name of the currency that was topped up.
    public let currency: String
    /// What the wallet was given for it, less what was taken back.
    public let amount: Int64
    /// Whether the transaction had been counted before.
    public let replayed: Bool
    /// What the wallet holds now, in this currency.
    public let balance: Int64

    package init(transaction: String, currency: String, amount: Int64, replayed: Bool, balance: Int64) {
        self.transaction = transaction
        self.currency = currency
        self.amount = amount
        self.replayed = replayed
        self.balance = balance
    }
}

/// `POST /v1/notifications/apple`: an App Store Server Notification, version 2.
package struct AppStoreNotificationRequest: Hashable, Sendable, Codable {
    package let signedPayload: String

    package init(signedPayload: String) {
        self.signedPayload = signedPayload
    }
}

/// The answer to a notification that was understood and needn't be sent again.
package struct Acknowledgement: Hashable, Sendable, Codable {
    package init() {}
}
