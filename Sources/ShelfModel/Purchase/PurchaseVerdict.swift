/// What became of an order. It is kept with the order's key, and is what every repetition is told.
package enum PurchaseVerdict: Hashable, Sendable {
    /// Sold; of a limited edition, with the number of this copy.
    case sold(number: Int64?)
    case refused(PurchaseRefusal)
}

/// Why an order was refused, having been judged.
package enum PurchaseRefusal: String, Hashable, Sendable, CaseIterable {
    /// The listing was over, and the grace as well.
    case saleOver = "sale_over"
    case priceChanged = "price_changed"
    case ownedAlready = "owned_already"
    case limitReached = "limit_reached"
    case soldOut = "sold_out"
    case insufficientFunds = "insufficient_funds"
}

/// A verdict as it is given: the first time, or once more.
package enum PurchaseAnswer: Hashable, Sendable {
    /// With what is in the player's wallet after it.
    case judged(SettledOrder, balance: Int64, isReplay: Bool)
    /// The key was used before, for another order.
    case keyReused
}

/// An order with its verdict, as it is kept.
package struct SettledOrder: Hashable, Sendable {
    /// The purchase's number, which a refusal has as well.
    package let id: Int64
    package let order: OrderRecord
    package let verdict: PurchaseVerdict

    package init(id: Int64, order: OrderRecord, verdict: PurchaseVerdict) {
        self.id = id
        self.order = order
        self.verdict = verdict
    }
}

/// What is kept of an order.
package struct OrderRecord: Hashable, Sendable {
    package let id: OrderID
    package let listing: ListingName
    package let offered: Int64
    package let at: Instant
    package let item: Item.ID
    package let currency: String

    package init(
        id: OrderID, listing: ListingName, offered: Int64, at: Instant, item: Item.ID, currency: String
    ) {
        self.id = id
        self.listing = listing
        self.offered = offered
        self.at = at
        self.item = item
        self.currency = currency
    }

    package init(_ order: PurchaseOrder) {
        self.init(
            id: order.id, listing: order.listing, offered: order.offered, at: order.at, item: order.terms.item,
            currency: order.terms.currency)
    }

    /// Whether another order with the same key wishes for the same.
    package func isSame(as order: PurchaseOrder) -> Bool {
        listing == order.listing && offered == order.offered
    }
}
