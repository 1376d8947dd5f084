package import ShelfWire

/// What a player wants to buy, as this device notes it down from the tap until the server has judged it.
public struct PurchaseIntent: Hashable, Sendable, Codable {
    /// Goes as `Idempotency-Key` with each request, which makes them all one purchase. 32 hexadecimal digits.
    public let key: String
    /// The store's id.
    public let store: String
    package let request: PurchaseRequest
    /// The name on the card, for telling the player what became of it.
    public let name: String
    /// Names the offer that it is a purchase of, where that has several listings; `nil` where it has one.
    package let offer: String?
    /// The fingerprint of the buyer's credential. No other player of this device may send the request.
    package let buyer: String

    package init(
        key: String = newKey(), store: String, request: PurchaseRequest, name: String, offer: String? = nil,
        buyer: PlayerCredential
    ) {
        self.key = key
        self.store = store
        self.request = request
        self.name = name
        self.offer = offer
        self.buyer = buyer.fingerprint
    }

    /// 128 random bits, so that no two intents anywhere ever have the same key.
    private static func newKey() -> String {
        var random = SystemRandomNumberGenerator()
        return Hex.encode((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    static func isKey(_ text: String) -> Bool { Hex.decode(text)?.count == 16 }
}
