/// How many copies one player may buy; `nil` means no limit.
package struct PurchaseLimits: Hashable, Sendable {
    /// How many copies of one item a player may own.
    package var item: Int64?
    /// How many copies a player may buy from one listing.
    package var listing: Int64?
    /// How many copies a player may buy in one store on one day.
    package var day: Int64?

    package init(item: Int64? = nil, listing: Int64? = nil, day: Int64? = nil) {
        self.item = item
        self.listing = listing
        self.day = day
    }

    package static let none = PurchaseLimits()
}
