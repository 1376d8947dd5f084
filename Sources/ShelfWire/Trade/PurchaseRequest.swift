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

    /// Reads a request that is written as clients write it: each member once, and no others.
    ///
    /// - Returns: `nil` for everything else, which a decoder has to read.
    package init?(plain json: UnsafeRawBufferPointer) {
        var (chain, slot, position, revision, price): (ChainID?, Int?, Int?, Int?, Int?)
        func set<Value>(_ member: inout Value?, _ value: Value?) -> Bool {
            guard member == nil else { return false }
            member = value
            return value != nil
        }
        var reader = PlainJSONReader(json)
        let isRead = reader.object { name, reader in
            switch String(decoding: name, as: UTF8.self) {
            case "chain": set(&chain, reader.text().flatMap { ChainID(String(decoding: $0, as: UTF8.self)) })
            case "slot": set(&slot, reader.number())
            case "position": set(&position, reader.number())
            case "revision": set(&revision, reader.number())
            case "price": set(&price, reader.number())
            default: false
            }
        }
        guard isRead, let chain, let slot, let position, let revision, let price else { return nil }
        self.init(chain: chain, slot: slot, position: position, revision: revision, price: Int64(price))
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

    /// The same bytes as ``WireJSON`` writes.
    package var json: [UInt8] {
        var receipt = JSONObjectWriter()
        receipt.member("bytes", self.receipt.bytes)
        receipt.member("signature", self.receipt.signature)
        var object = JSONObjectWriter()
        if let balance { object.member("balance", balance) }
        object.member("receipt", json: receipt.ended())
        object.member("replayed", replayed)
        return object.ended()
    }
}

extension KeyedDecodingContainer {
    /// What a wallet holds; `nil` for everything else than a whole number that every reader of JSON keeps exactly.
    func balance(_ key: Key) -> Int64? {
        let balance = try? decode(Int64.self, forKey: key)
        return balance.flatMap { (-Money.most...Money.most).contains($0) ? $0 : nil }
    }
}
