/// A player's request to buy what a listing shows, as the server read it.
package struct PurchaseOrder: Hashable, Sendable {
    /// The player's number.
    package let player: Int64
    /// Made by the client, once for each purchase, however often the request is sent.
    package let key: String
    package let listing: ListingName
    /// The listing of the same offer that was on the shelf when the server read the order: it says whether the offer was
    /// replaced or withdrawn by then.
    package let shown: ListingName
    /// The name by which what is sold of a listing is counted: the offer's where the offer has several.
    package let counted: ListingName
    /// The price that the player was shown, in the smallest unit of the currency.
    package let offered: Int64
    /// When the server read it.
    package let at: Instant
    package let terms: SaleTerms
    /// The content that the terms are from; `nil` when it isn't a content version.
    package let basis: ContentBasis?

    package init(
        player: Int64, key: String, listing: ListingName, shown: ListingName? = nil, counted: ListingName? = nil,
        offered: Int64, at: Instant, terms: SaleTerms, basis: ContentBasis? = nil
    ) {
        self.player = player
        self.key = key
        self.listing = listing
        self.shown = shown ?? listing
        self.counted = counted ?? listing
        self.offered = offered
        self.at = at
        self.terms = terms
        self.basis = basis
    }

    package var id: OrderID { OrderID(player: player, key: key) }
}

/// Identifies an order: orders of one player with one key are the same purchase.
package struct OrderID: Hashable, Sendable {
    package let player: Int64
    package let key: String

    package init(player: Int64, key: String) {
        self.player = player
        self.key = key
    }
}
