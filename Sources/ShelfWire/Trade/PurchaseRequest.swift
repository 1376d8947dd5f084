import ShelfModel

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
    /// What the wallet holds now, in the receipt's currency; `nil` where an answer has no such number. The receipt
    /// settles the purchase all the same.
    package let balance: Int64?

    package init(receipt: SignedReceipt, replayed: Bool, balance: Int64?) {
        self.receipt = receipt
        self.replayed = replayed
        self.balance = balance
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        receipt = try members.decode(SignedReceipt.self, forKey: .receipt)
        replayed = try members.decode(Bool.self, forKey: .replayed)
        balance = members.balance(.balance)
    }
}

extension KeyedDecodingContainer {
    /// What a wallet holds; `nil` for everything else than a whole number that every reader of JSON keeps exactly.
    func balance(_ key: Key) -> Int64? {
        let balance = try? decode(Int64.self, forKey: key)
        return balance.flatMap { (-Money.most...Money.most).contains($0) ? $0 : nil }
    }
}
