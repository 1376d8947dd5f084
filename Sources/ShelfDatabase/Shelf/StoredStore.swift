package import ShelfModel

/// The permanent properties of a store, decided once at its first start.
package struct StoredStore: Hashable, Sendable {
    package let id: String
    /// Ed25519, 32 bytes, secret: signs the store's windows.
    package let signingSeed: [UInt8]
    /// The secret of 32 bytes from which the draws follow.
    package let scheduleSeed: [UInt8]
    /// The length of the store's cards. It can't change any more once cards have been sealed.
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
