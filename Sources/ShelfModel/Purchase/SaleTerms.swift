/// On which terms a listing sells.
package struct SaleTerms: Hashable, Sendable {
    package let item: Item.ID
    package let currency: String
    package let price: Int64
    /// The first instant at which an order comes too late: the listing's end and the store's grace.
    package let end: Instant
    /// How many of the item can ever be sold, in all stores; each buyer gets the next number.
    package let edition: Int64?
    /// How many this listing can sell.
    package let stock: Int64?
    package let limits: PurchaseLimits
    /// Local time minus UTC: a daily limit counts the store's own days.
    package let offset: TimeSpan

    package init(
        item: Item.ID, currency: String, price: Int64, end: Instant, edition: Int64? = nil, stock: Int64? = nil,
        limits: PurchaseLimits = .none, offset: TimeSpan = .zero
    ) {
        self.item = item
        self.currency = currency
        self.price = price
        self.end = end
        self.edition = edition
        self.stock = stock
        self.limits = limits
        self.offset = offset
    }
}

/// How much one player may buy; `nil` is as much as can be paid for.
package struct PurchaseLimits: Hashable, Sendable {
    /// How many of one item a player may own; with 1 it is owned once.
    package var item: Int64?
    /// From one listing.
    package var listing: Int64?
    /// From one store on one day.
    package var day: Int64?

    package init(item: Int64? = nil, listing: Int64? = nil, day: Int64? = nil) {
        self.item = item
        self.listing = listing
        self.day = day
    }

    package static let none = PurchaseLimits()
}
