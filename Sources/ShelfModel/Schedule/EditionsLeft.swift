/// How many of each limited item can still be sold, as known when a schedule is extended.
///
/// An input like any other: it is stored with the extension that used it, so
/// that the draws can be repeated later.
package struct EditionsLeft: Hashable, Sendable {
    package let sold: [Item.ID: Int64]

    package init(sold: [Item.ID: Int64] = [:]) {
        self.sold = sold
    }

    /// `nil` for an item without an edition.
    package subscript(item: Item) -> Int64? {
        item.edition.map { max(0, $0 - sold[item.id, default: 0]) }
    }
}
