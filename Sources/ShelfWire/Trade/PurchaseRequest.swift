/// `POST /v1/stores/{store}/purchases`: the listing that a player wants to buy, and the price that was shown.
package struct PurchaseRequest: Hashable, Sendable, Codable {
    package let chain: ChainID
    package let slot: Int
    package let position: Int
    package let revision: Int
    /// In the smallest unit of the store's currency.
    package let price: Int64

    /// The header with the key of a purchase. Requests with the same key are one purchase, however often they are sent.
    package static let keyHeader = "Idempotency-Key"

    package init(chain: ChainID, slot: Int, position: Int, revision: Int, price: Int64) {
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
        self.price = price
    }
}

/// The answer to a purchase: a receipt that anybody can check, and what is left in the wallet.
package struct PurchaseConfirmation: Hashable, Sendable, Codable {
    package let receipt: SignedReceipt
    /// Whether this repeats the answer to an earlier, identical request.
    package let replayed: Bool
    /// What the wallet holds now, in the receipt's currency.
    package let balance: Int64

    package init(receipt: SignedReceipt, replayed: Bool, balance: Int64) {
        self.receipt = receipt
        self.replayed = replayed
        self.balance = balance
    }
}
