package import ShelfModel

/// What makes a store the store it is, decided once at its first start.
package struct StoredStore: Hashable, Sendable {
    package let id: String
    /// Ed25519, 32 bytes, secret: signs the store's windows.
    package let signingSeed: [UInt8]
    /// 32 bytes, secret: the draws come from it.
    package let scheduleSeed: [UInt8]
    /// The length of its cards, which what was sealed makes permanent.
    package let cardBytes: Int
    package let createdAt: Instant

    package init(id: String, signingSeed: [UInt8], scheduleSeed: [UInt8], cardBytes: Int, createdAt: Instant) {
        self.id = id
        self.signingSeed = signingSeed
        self.scheduleSeed = scheduleSeed
        self.cardBytes = cardBytes
        self.createdAt = createdAt
    }
}
