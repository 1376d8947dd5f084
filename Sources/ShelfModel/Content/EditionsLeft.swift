/// How many copies of each limited item can still be sold, and which items are withdrawn, as known when a schedule is
/// extended.
///
/// It is an input of the draws. What was sold is stored with the extension that used it, and withdrawals with their
/// instants, so the draws can be repeated later.
package struct EditionsLeft: Hashable, Sendable {
    package let sold: [Item.ID: Int64]
    /// Items that are no longer for sale, and of which no copies are left therefore; each with the first start of a
    /// listing that may show it again.
    package var withdrawn: [Item.ID: Instant] = [:]

    package init(sold: [Item.ID: Int64] = [:]) {
        self.sold = sold
    }

    /// What is left after all sales that this value or the other knows of.
    package func afterSales(of other: EditionsLeft) -> EditionsLeft {
        EditionsLeft(sold: sold.merging(other.sold, uniquingKeysWith: max))
    }

    /// What is left for a listing that starts at `start`; `nil` for an item without an edition.
    package subscript(item: Item, at start: Instant) -> Int64? {
        if let end = withdrawn[item.id], start < end { return 0 }
        return self[item]
    }

    /// What is left of an item that isn't withdrawn; `nil` for an item without an edition.
    package subscript(item: Item) -> Int64? {
        item.edition.map { max(0, $0 - sold[item.id, default: 0]) }
    }
}
