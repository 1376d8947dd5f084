/// A stored change of listings.
package struct ListingChange: Hashable, Sendable {
    /// How many changes the store has had with this one.
    package let number: Int64
    package let order: ChangeOrder
    /// How many listings were replaced or drawn anew. One that is drawn anew may show the same item again.
    package let listings: Int

    package init(number: Int64, order: ChangeOrder, listings: Int) {
        self.number = number
        self.order = order
        self.listings = listings
    }

    /// `nil` unless the change is a redraw.
    package var redraw: Redraw? {
        guard case .redraw(let from) = order.kind else { return nil }
        return Redraw(number: number, from: from)
    }
}
