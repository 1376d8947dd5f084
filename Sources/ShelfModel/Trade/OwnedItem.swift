/// An item that a player owns.
package struct OwnedItem: Hashable, Sendable {
    package let item: Item.ID
    package let count: Int64
    /// The numbers of the player's copies, for a limited edition.
    package let numbers: [Int64]
    /// The card of the item's latest purchase that wasn't reversed, as JSON; `nil` when that purchase is from before
    /// the server stored cards.
    package let card: [UInt8]?

    package init(item: Item.ID, count: Int64, numbers: [Int64], card: [UInt8]?) {
        self.item = item
        self.count = count
        self.numbers = numbers
        self.card = card
    }
}
