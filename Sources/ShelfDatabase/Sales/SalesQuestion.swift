package import ShelfModel

/// Which numbers are asked for.
package struct SalesQuestion: Hashable, Sendable {
    /// Begins and ends at a full hour of UTC.
    package let span: Range<Instant>
    /// How many hours are added up, from the span's beginning on: 1, or 24 for days.
    package let hours: Int64
    package let per: Detail
    /// Only sales in this store.
    package let store: String?
    /// Only sales of this item.
    package let item: Item.ID?
    /// How many rows of sales are returned at most.
    package let limit: Int

    /// What has rows of its own.
    package enum Detail: String, Hashable, Sendable, CaseIterable {
        case total, store, item, set, listing
    }

    package init(
        span: Range<Instant>, hours: Int64, per: Detail = .total, store: String? = nil, item: Item.ID? = nil,
        limit: Int = .max
    ) {
        self.span = span
        self.hours = hours
        self.per = per
        self.store = store
        self.item = item
        self.limit = limit
    }
}
