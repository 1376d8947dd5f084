package import ShelfModel
package import ShelfWire

/// A listing as old clients read it.
package struct LegacyListing: Hashable, Sendable {
    /// Counted from 0.
    package let position: Int
    /// The item's id.
    package let item: String
    package let name: String
    /// In the smallest unit of the store's currency.
    package let price: Int64
    package let start: Instant
    package let end: Instant
    package let chain: ChainID
    package let slot: Int
    package let revision: Int
    package let isWithdrawn: Bool

    package init(
        position: Int, item: String, name: String, price: Int64, start: Instant, end: Instant, chain: ChainID,
        slot: Int, revision: Int, isWithdrawn: Bool
    ) {
        self.position = position
        self.item = item
        self.name = name
        self.price = price
        self.start = start
        self.end = end
        self.chain = chain
        self.slot = slot
        self.revision = revision
        self.isWithdrawn = isWithdrawn
    }
}
