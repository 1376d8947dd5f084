/// The terms on which one offer sells.
package struct SaleTerms: Hashable, Sendable {
    package let item: Item.ID
    /// The card that is on sale, as JSON: a purchase keeps it, whatever becomes of the item.
    package let card: [UInt8]
    package let currency: String
    package let price: Int64
    /// The first instant at which an order is too late: the offer's end plus the store's grace.
    package var end: Instant
    /// How many copies of the item can ever be sold, in all stores together. Each buyer gets the next number.
    package let edition: Int64?
    /// How many copies this offer can sell.
    package let stock: Int64?
    package let limits: PurchaseLimits
    /// A daily limit counts days of its clock.
    package let zone: Zone

    package init(
        item: Item.ID, card: [UInt8], currency: String, price: Int64, end: Instant, edition: Int64? = nil,
        stock: Int64? = nil, limits: PurchaseLimits = .none, zone: Zone = .utc
    ) {
        self.item = item
        self.card = card
        self.currency = currency
        self.price = price
        self.end = end
        self.edition = edition
        self.stock = stock
        self.limits = limits
        self.zone = zone
    }
}
