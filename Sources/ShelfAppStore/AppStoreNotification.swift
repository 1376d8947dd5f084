package import ShelfModel

/// A message that the App Store sends to the server without being asked (App Store Server Notifications, version 2).
package struct AppStoreNotification: Hashable, Sendable {
    /// Stays the same when the App Store sends this notification again.
    package let id: String
    package let type: Kind
    package let subtype: String?
    package let bundle: String
    package let environment: AppStoreEnvironment
    package let signed: Instant
    /// The transaction that it is about, if it is about one. Its own signature has been verified, too.
    package let transaction: AppStoreTransaction?

    package enum Kind: Hashable, Sendable {
        case refund, refundReversed, revoke, test
        case other(String)
    }

    /// How the notification changes the player's wallet.
    package enum Consequence: Hashable, Sendable {
        /// A share of the transaction's top-up is taken back, or isn't paid out if the transaction comes later. The
        /// share is of the whole top-up, and includes what was taken back before.
        case takeBack(AppStoreTransaction, RevokedShare)
        /// The wallet gets back what was taken from it for the transaction.
        case giveAgain(AppStoreTransaction)
        /// Nothing: acknowledge it, so that the App Store doesn't send it again.
        case nothing
    }

    /// What the server must do about this notification. Notifications may arrive twice and out of order. When two
    /// concern the same transaction, the one that was signed later counts.
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

    /// Whether a notification of this kind is useless without its transaction.
    var needsTransaction: Bool {
        switch self {
        case .refund, .refundReversed, .revoke: true
        case .test, .other: false
        }
    }
}
