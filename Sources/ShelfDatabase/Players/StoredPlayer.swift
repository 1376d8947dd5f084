package import ShelfModel

/// A player as operators see them.
package struct StoredPlayer: Hashable, Sendable {
    /// The player's number.
    package let id: Int64
    package let createdAt: Instant

    package init(id: Int64, createdAt: Instant) {
        self.id = id
        self.createdAt = createdAt
    }
}
