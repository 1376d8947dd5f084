/// `POST /v1/stores/{store}/purchases`: the listing that a player wants to buy, and the price that was shown.
public struct PurchaseRequest: Hashable, Sendable, Codable {
    public let chain: ChainID
    public let slot: Int
    public let position: Int
    public let revision: Int
    /// In the smallest unit of the store's currency.
    public let price: Int64

    /// The header with the key of a purchase. Requests with the same key are one purchase, however often they are sent.
    package static let keyHeader = "Idempotency-Key"

    public init(chain: ChainID, slot: Int, position: Int, revision: Int, price: Int64) {
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
        self.price = price
    }
}

/// The answer to a purchase: a receipt that anybody can check, and what is left in the wallet.
public struct PurchaseConfirmation: Hashable, Sendable, Codable {
    public let receipt: SignedReceipt
    /// Whether this repeats the answer to an earlier, identical request.
    public let replayed: Bool
    /// What the wallet holds now, in the receipt's currency.
    public let balance: Int64

    public init(receipt: SignedReceipt, replayed: Bool, balance: Int64) {
        self.receipt = receipt
        self.replayed = replayed
        self.balance = balance
    }
}
