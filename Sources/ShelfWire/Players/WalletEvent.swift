/// What a player's stream tells of the wallet.
package struct WalletEvent: Hashable, Sendable, Codable {
    package let currency: String
    /// What the wallet holds now, in the currency's smallest unit.
    package let balance: Int64

    package init(currency: String, balance: Int64) {
        (self.currency, self.balance) = (currency, balance)
    }
}
