/// A withdrawal that has no number yet.
package struct NewWithdrawal: Hashable, Sendable {
    package let order: WithdrawalOrder
    /// The listing that is withdrawn, with its newest revision; `nil` for an item or a store.
    package let listing: ListingName?
    /// The end of that listing.
    package let end: Instant?

    package init(order: WithdrawalOrder, listing: ListingName?, end: Instant?) {
        self.order = order
        self.listing = listing
        self.end = end
    }

    /// The store to which the withdrawal is limited; `nil` for an item in all stores.
    package var store: String? {
        switch order.goods {
        case .listing(let store, _, _), .offer(let store, _, _), .store(let store): store
        case .item(_, let store): store
        }
    }

    /// `nil` for a listing or a store.
    package var item: Item.ID? {
        if case .item(let item, _) = order.goods { item } else { nil }
    }

    /// The start of the listing or the offer that is withdrawn.
    package var start: Instant? {
        switch order.goods {
        case .listing(_, _, let start): start
        case .offer(_, _, let span): span.lowerBound
        case .item, .store: nil
        }
    }

    /// The withdrawal with its number.
    package func numbered(_ number: Int64) -> Withdrawal {
        Withdrawal(number: number, order: order, listing: listing)
    }
}
