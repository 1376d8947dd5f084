package import Foundation
package import ShelfModel

/// A transaction that the App Store has signed: what was bought, when, and whether it was taken back.
package struct AppStoreTransaction: Hashable, Sendable {
    /// Unique for each purchase: a transaction counts once.
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
    /// What the app gave when it bought, if it gave anything: an account of the game's own.
    package let account: UUID?
    package let signed: Instant

    package enum ProductType: Hashable, Sendable {
        /// Bought to be used up; the only type that tops up a wallet.
        case consumable
        case other(String)
    }

    /// That the App Store gave the money back, or took the purchase away.
    package struct Revocation: Hashable, Sendable {
        package let at: Instant
        package let reason: Reason?
        /// How much of the purchase; all of it unless the App Store says otherwise.
        package let share: RevokedShare
    }

    package enum Reason: Int64, Hashable, Sendable {
        case other = 0
        /// A fault in the app, or what the customer took for one.
        case issueInApp = 1
    }
}
