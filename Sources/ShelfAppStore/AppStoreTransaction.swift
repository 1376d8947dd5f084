package import Foundation
package import ShelfModel

/// A transaction that the App Store has signed: what was bought, when, and whether it was taken back.
package struct AppStoreTransaction: Hashable, Sendable {
    /// Unique for each purchase; the server counts a transaction once, by this id.
    package let id: String
    /// The same as `id` unless this is a restored or renewed purchase.
    package let originalID: String
    package let product: String
    package let bundle: String
    package let environment: AppStoreEnvironment
    package let purchased: Instant
    /// 1 to 1,000.
    package let quantity: Int64
    package let type: ProductType
    package let revocation: Revocation?
    /// The game's own account, where the app passed one to StoreKit with the purchase (`appAccountToken`).
    package let account: UUID?
    package let signed: Instant

    package enum ProductType: Hashable, Sendable {
        /// Can be bought again once it is used up. Only this type tops up a wallet.
        case consumable
        case other(String)
    }

    /// Says that the App Store gave the money back or took the purchase away.
    package struct Revocation: Hashable, Sendable {
        package let at: Instant
        package let reason: Reason?
        /// How much of the purchase is revoked: all of it unless the App Store says otherwise.
        package let share: RevokedShare
    }

    package enum Reason: Int64, Hashable, Sendable {
        case other = 0
        /// The customer gave a fault in the app as the reason.
        case issueInApp = 1
    }
}
