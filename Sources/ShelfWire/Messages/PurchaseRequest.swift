/// `POST /v1/stores/{store}/purchases`: what a player saw and wants to have, at the price that was shown.
public struct PurchaseRequest: Hashable, Sendable, Codable {
    public let chain: ChainID
    public let slot: Int
    public let position: Int
    public let revision: Int
    /// In the smallest unit of the store's currency.
    public let price: Int64

    /// The header with the key that makes a purchase the same purchase however often it is sent.
    package static let keyHeader = "Idempotency-Key"

    public init(chain: ChainID, slot: Int, position: Int, revision: Int, price: Int64) {
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
        self.price = price
    }
}

/// What a purchase brings: a receipt that anybody can check, and what is left in the wallet.
public struct PurchaseConfirmation: Hashable, Sendable, Codable {
    public let receipt: SignedReceipt
    /// Whether this is what was answered before to the same request.
    public let replayed: Bool
    /// What is left now, in the receipt's currency.
    public let balance: Int64

    public init(receipt: SignedReceipt, replayed: Bool, balance: Int64) {
        self.receipt = receipt
        self.replayed = replayed
        self.balance = balance
    }
}
