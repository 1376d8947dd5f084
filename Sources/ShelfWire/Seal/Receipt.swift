package import Crypto

/// What was sold to whom: the text of a receipt.
public struct Receipt: Hashable, Sendable, Codable {
    public let purchase: Int64
    public let player: String
    /// The key that the client made.
    public let key: String
    public let store: String
    public let chain: ChainID
    public let slot: Int
    public let position: Int
    public let revision: Int
    public let item: String
    public let price: Int64
    public let currency: String
    /// The number of this copy, of a limited edition.
    public let number: Int64?
    /// In milliseconds since the epoch.
    public let at: Int64

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
}

/// A receipt as the store signed it: `SHELFRC1 ‖ JSON`, and the Ed25519 signature of these bytes.
public struct SignedReceipt: Hashable, Sendable, Codable {
    /// In base64url, prefix included.
    public let bytes: String
    /// In base64url.
    public let signature: String

    /// Keeps what is signed here from being taken for a window, which begins otherwise.
    package static let prefix = Array("SHELFRC1".utf8)

    package init(_ receipt: Receipt, key: Curve25519.Signing.PrivateKey) throws {
        let bytes = Self.prefix + (try WireJSON.encode(receipt))
        self.bytes = Base64URL.encode(bytes)
        signature = Base64URL.encode(try key.signature(for: bytes))
    }

    /// What it says, if the store signed it.
    ///
    /// - Parameter publicKey: the store's.
    /// - Returns: `nil` when it is no receipt of that store.
    public func opened(with publicKey: PublicKey) -> Receipt? {
        guard let bytes = Base64URL.decode(bytes), let signature = Base64URL.decode(signature),
            bytes.starts(with: Self.prefix), publicKey.key.isValidSignature(signature, for: bytes)
        else { return nil }
        return try? WireJSON.decode(Receipt.self, bytes.dropFirst(Self.prefix.count))
    }
}
