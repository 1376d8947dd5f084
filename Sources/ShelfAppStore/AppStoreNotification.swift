package import ShelfModel

/// What the App Store tells the server by itself (App Store Server Notifications, version 2).
package struct AppStoreNotification: Hashable, Sendable {
    /// The same each time that this notification is sent.
    package let id: String
    package let type: Kind
    package let subtype: String?
    package let bundle: String
    package let environment: AppStoreEnvironment
    package let signed: Instant
    /// What it is about, if it is about a transaction; verified by itself.
    package let transaction: AppStoreTransaction?

    package enum Kind: Hashable, Sendable {
        case refund, refundReversed, revoke, test
        case other(String)
    }

    /// What must happen in the ledger because of it.
    package enum Consequence: Hashable, Sendable {
        /// A share of what the transaction tops up goes back, or never comes; counted from the whole, and in all.
        case takeBack(AppStoreTransaction, RevokedShare)
        /// What was taken back for the transaction is given again.
        case giveAgain(AppStoreTransaction)
        /// Nothing: acknowledge it, so that the App Store doesn't send it again.
        case nothing
    }

    /// Notifications may come twice, and out of order: of two about one transaction, the one signed later holds.
    package var consequence: Consequence {
        guard let transaction, transaction.type == .consumable else { return .nothing }
        return switch type {
        case .refund, .revoke: .takeBack(transaction, transaction.revocation?.share ?? .whole)
        case .refundReversed: .giveAgain(transaction)
        case .test, .other: .nothing
        }
    }
}

extension AppStoreNotification.Kind {
    /// - Parameter name: Apple's `notificationType`.
    init(_ name: String) {
        self =
            switch name {
            case "REFUND": .refund
            case "REFUND_REVERSED": .refundReversed
            case "REVOKE": .revoke
            case "TEST": .test
            default: .other(name)
            }
    }

    /// Whether it means nothing without the transaction that it is about.
    var needsTransaction: Bool {
        switch self {
        case .refund, .refundReversed, .revoke: true
        case .test, .other: false
        }
    }
}
