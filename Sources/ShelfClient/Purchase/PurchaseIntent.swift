public import ShelfWire

/// A wish to buy, as it is kept from the tap until it is answered.
public struct PurchaseIntent: Hashable, Sendable, Codable {
    /// Goes as `Idempotency-Key` with each request: it makes them one purchase. 32 hexadecimal digits.
    public let key: String
    public let store: String
    public let request: PurchaseRequest
    /// What the card called it, for telling what became of it.
    public let name: String
    /// The fingerprint of the credential whose player wished for it; nobody else may send it.
    package let wisher: String

    package init(
        key: String = newKey(), store: String, request: PurchaseRequest, name: String, wisher: PlayerCredential
    ) {
        self.key = key
        self.store = store
        self.request = request
        self.name = name
        self.wisher = wisher.fingerprint
    }

    /// 128 random bits, so that no two wishes anywhere ever have the same.
    private static func newKey() -> String {
        var random = SystemRandomNumberGenerator()
        return Hex.encode((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    static func isKey(_ text: String) -> Bool { Hex.decode(text)?.count == 16 }
}
