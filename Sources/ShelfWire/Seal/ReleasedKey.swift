/// A released key of a chain, as in routes, events and windows. It is plain, or in a box if the store has an app
/// secret.
package struct ReleasedKey: Hashable, Sendable, Codable {
    package let chain: ChainID
    package let slot: Int
    package let key: ChainKey?
    /// In base64url.
    package let box: String?

    package init(chain: ChainID, slot: Int, key: ChainKey) {
        (self.chain, self.slot, self.key, self.box) = (chain, slot, key, nil)
    }

    package init(chain: ChainID, slot: Int, box: [UInt8]) {
        (self.chain, self.slot, self.key, self.box) = (chain, slot, nil, Base64URL.encode(box))
    }

    /// Returns the key, and opens its box if it has one; `nil` when the box needs another secret.
    package func opened(with secret: AppSecret?) -> ChainKey? {
        if let key { return key }
        guard let secret, let bytes = box.flatMap(Base64URL.decode) else { return nil }
        return KeyBox.open(bytes, slot: slot, chain: chain, secret: secret)
    }
}
