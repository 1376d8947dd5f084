/// On what a store sells, as its designer wrote it.
package struct SaleRules: Hashable, Sendable {
    /// For how long after a listing's end an order is still good: for a tap that was under way.
    package var grace: TimeSpan
    /// How many each listing can sell; an item's own stock goes before.
    package var stock: Int64?
    /// An item's own limit goes before ``PurchaseLimits/item``.
    package var limits: PurchaseLimits

    package init(grace: TimeSpan = .milliseconds(500), stock: Int64? = nil, limits: PurchaseLimits = .none) {
        self.grace = grace
        self.stock = stock
        self.limits = limits
    }
}
