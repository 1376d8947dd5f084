/// An operator's order to stop selling something.
package struct WithdrawalOrder: Hashable, Sendable {
    package let goods: Goods
    package let reason: String
    package let by: String
    /// The idempotency key. Orders with the same key and the same ``by`` are one order, however often they are sent.
    package let key: String
    package let at: Instant

    /// What is withdrawn.
    package enum Goods: Hashable, Sendable {
        /// The listing that starts at a position of a store at an instant.
        case listing(store: String, position: Int, start: Instant)
        /// An offer of several listings, with all of them.
        case offer(store: String, position: Int, span: Range<Instant>)
        /// Every listing that shows the item, in one store or in all.
        case item(Item.ID, store: String?)
        /// Every listing of a store.
        case store(String)

        /// Whether an order that names other goods means these: an offer may be named by any instant of it.
        func areNamed(by goods: Goods) -> Bool {
            guard case .offer(let store, let position, let span) = self,
                case .listing(store, position, let start) = goods
            else { return self == goods }
            return span.contains(start)
        }
    }

    package init(goods: Goods, reason: String, by: String, key: String, at: Instant) {
        self.goods = goods
        self.reason = reason
        self.by = by
        self.key = key
        self.at = at
    }
}
