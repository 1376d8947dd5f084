import ShelfModel

/// What a transaction puts into a wallet.
package struct TopUp: Hashable, Sendable {
    /// The transaction's id, under which it counts once.
    package let transaction: String
    package let currency: String
    package let amount: Int64

    /// What one piece of a product is worth.
    package struct Worth: Hashable, Sendable {
        package let currency: String
        package let amount: Int64

        /// `nil` unless it is at least 1 of a currency that has a name.
        package init?(currency: String, amount: Int64) {
            guard !currency.isEmpty, amount >= 1 else { return nil }
            self.currency = currency
            self.amount = amount
        }
    }

    /// Takes no account of a revocation. The player's account does, because it learns of revocations from
    /// notifications, too.
    ///
    /// - Parameter products: what each product is worth, by its id in the App Store.
    package init(_ transaction: AppStoreTransaction, products: [String: Worth]) throws(TopUpError) {
        guard transaction.type == .consumable else { throw .notConsumable(product: transaction.product) }
        guard let worth = products[transaction.product] else { throw .unknownProduct(transaction.product) }
        let (amount, overflow) = worth.amount.multipliedReportingOverflow(by: transaction.quantity)
        guard !overflow, amount <= Money.most else { throw .tooMuch }
        self.transaction = transaction.id
        currency = worth.currency
        self.amount = amount
    }
}
