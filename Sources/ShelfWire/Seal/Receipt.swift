package import Crypto

/// The content of a receipt: what was sold to whom.
public struct Receipt: Hashable, Sendable, Codable {
    /// The purchase's number; later purchases of a player have larger ones.
    public let purchase: Int64
    /// The player's number, in decimal digits.
    public let player: String
    /// The key that the client made.
    public let key: String
    /// The store's id.
    public let store: String
    /// The key chain of the listing that was bought.
    public let chain: ChainID
    /// The slot of the listing in its chain.
    public let slot: Int
    /// The position of the listing, counted from 0.
    public let position: Int
    /// The revision of the listing; 0 unless it was changed after its publication.
    public let revision: Int
    /// The item's id in the catalogue.
    public let item: String
    /// What was paid, in the smallest unit of the currency.
    public let price: Int64
    /// The name of the price's currency, as players read it.
    public let currency: String
    /// The number of this copy in a limited edition; otherwise `nil`.
    public let number: Int64?
    /// In milliseconds since the epoch.
    public let at: Int64
    /// The receipt as the store has signed it, for the game's own server, which can check it. `nil` only in a receipt
    /// that a preview or a test has made.
    public private(set) var signed: SignedReceipt?

    private enum CodingKeys: String, CodingKey {
        case purchase, player, key, store, chain, slot, position, revision, item, price, currency, number, at
    }

    /// For previews and tests; a real receipt comes signed from the store.
    public init(
        purchase: Int64, player: String, key: String, store: String, chain: ChainID, slot: Int, position: Int,
        revision: Int, item: String, price: Int64, currency: String, number: Int64?, at: Int64
    ) {
        self.purchase = purchase
        self.player = player
        self.key = key
        self.store = store
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
        self.item = item
        self.price = price
        self.currency = currency
        self.number = number
        self.at = at
    }

    /// The same bytes as ``WireJSON`` writes.
    ///
    /// - Parameter prefix: stands in front of them.
    package func json(after prefix: [UInt8] = []) -> [UInt8] {
        var object = JSONObjectWriter(after: prefix)
        object.member("at", at)
        object.member("chain", chain.description)
        object.member("currency", currency)
        object.member("item", item)
        object.member("key", key)
        if let number { object.member("number", number) }
        object.member("player", player)
        object.member("position", position)
        object.member("price", price)
        object.member("purchase", purchase)
        object.member("revision", revision)
        object.member("slot", slot)
        object.member("store", store)
        return object.ended()
    }
}

extension Receipt {
    /// Whether both say the same. A store may sign the same receipt twice, with another signature.
    public static func == (one: Receipt, other: Receipt) -> Bool { one.json() == other.json() }

    /// Takes what the receipt says, without its signature.
    public func hash(into hasher: inout Hasher) { hasher.combine(json()) }
}

/// A receipt as the store signed it: `SHELFRC1 ‖ JSON`, and the Ed25519 signature of these bytes.
///
/// As JSON it is what `POST /v1/admin/receipts` takes.
public struct SignedReceipt: Hashable, Sendable, Codable {
    /// What was signed, in base64url, prefix included.
    public let bytes: String
    /// In base64url.
    public let signature: String

    /// The prefix of every receipt. Windows begin differently, so neither can be mistaken for the other.
    package static let prefix = Array("SHELFRC1".utf8)

    package init(_ receipt: Receipt, key: Curve25519.Signing.PrivateKey) throws {
        let bytes = receipt.json(after: Self.prefix)
        self.bytes = Base64URL.encode(bytes)
        signature = Base64URL.encode(try key.signature(for: bytes))
    }

    /// The store that the receipt names. The name may be forged; ``opened(with:)`` verifies it.
    package var claimedStore: String? { Base64URL.decode(bytes).flatMap(Self.content)?.store }

    private static func content(of bytes: [UInt8]) -> Receipt? {
        guard bytes.starts(with: prefix) else { return nil }
        return try? WireJSON.decode(Receipt.self, bytes.dropFirst(prefix.count))
    }

    /// Verifies the signature and returns the receipt.
    ///
    /// - Parameter publicKey: the store's.
    /// - Returns: `nil` when it isn't a receipt of that store.
    package func opened(with publicKey: PublicKey) -> Receipt? {
        guard let bytes = Base64URL.decode(bytes), let signature = Base64URL.decode(signature),
            publicKey.key.isValidSignature(signature, for: bytes)
        else { return nil }
        return Self.content(of: bytes)?.signed(as: self)
    }
}

extension Receipt {
    fileprivate func signed(as signed: SignedReceipt) -> Receipt {
        var receipt = self
        receipt.signed = signed
        return receipt
    }
}
