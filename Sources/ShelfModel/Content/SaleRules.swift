/// The rules by which a store sells, as its designer wrote them.
package struct SaleRules: Hashable, Sendable {
    /// For how long after a listing's end orders are still accepted, so that a tap just before the end counts.
    package var grace: TimeSpan
    /// How many copies each listing can sell. An item's own stock takes precedence.
    package var stock: Int64?
    /// An item's own limit takes precedence over ``PurchaseLimits/item``.
    package var limits: PurchaseLimits

    package init(grace: TimeSpan = .milliseconds(500), stock: Int64? = nil, limits: PurchaseLimits = .none) {
        self.grace = grace
        self.stock = stock
        self.limits = limits
    }
}
