/// How many copies of each limited item can still be sold, and which items are withdrawn, as known when a schedule is
/// extended.
///
/// It is an input of the draws. What was sold is stored with the extension that used it, and withdrawals with their
/// instants, so the draws can be repeated later.
package struct EditionsLeft: Hashable, Sendable {
    package let sold: [Item.ID: Int64]
    /// Items that are no longer for sale, and of which no copies are left therefore.
    package var withdrawn: Set<Item.ID> = []

    package init(sold: [Item.ID: Int64] = [:]) {
        self.sold = sold
    }

    /// What is left after all sales that this value or the other knows of.
    package func afterSales(of other: EditionsLeft) -> EditionsLeft {
        EditionsLeft(sold: sold.merging(other.sold, uniquingKeysWith: max))
    }

    /// `nil` for an item without an edition.
    package subscript(item: Item) -> Int64? {
        if withdrawn.contains(item.id) { return 0 }
        return item.edition.map { max(0, $0 - sold[item.id, default: 0]) }
    }
}
