/// The outcome of an order. It is stored with the order's key and answers every repetition of the order.
package enum PurchaseVerdict: Hashable, Sendable {
    /// Sold. `number` is this copy's number in a limited edition; otherwise `nil`.
    case sold(number: Int64?)
    case refused(PurchaseRefusal)

    package var isSold: Bool {
        if case .sold = self { true } else { false }
    }

    /// The number of the copy that was sold, of a limited edition.
    package var number: Int64? {
        if case .sold(let number) = self { number } else { nil }
    }

    /// Why nothing was sold.
    package var refusal: PurchaseRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}

/// Why an order was judged and refused.
package enum PurchaseRefusal: String, Hashable, Sendable, CaseIterable {
    /// The listing's time and its grace were over.
    case saleOver = "sale_over"
    /// An operator has withdrawn the listing, its item or its store.
    case withdrawn
    case priceChanged = "price_changed"
    case ownedAlready = "owned_already"
    case limitReached = "limit_reached"
    case soldOut = "sold_out"
    case insufficientFunds = "insufficient_funds"
}

/// The answer to an order, given for the first time or repeated.
package enum PurchaseAnswer: Hashable, Sendable {
    /// The order was judged. `balance` is what the player's wallet holds afterwards.
    case judged(SettledOrder, balance: Int64, isReplay: Bool)
    /// The key belongs to an earlier order, which asked for something else.
    case keyReused
    /// The player doesn't exist, for example because the database was restored to an earlier state. The order was not
    /// judged.
    case unknownPlayer
    /// Another content version is in force than the one that the order's terms are from. The order was not judged.
    case newerContent
    /// The listing shows another card by now, and the order asked for the former one. The order was not judged.
    case replaced
    /// The store is paused. The order was not judged.
    case paused
}

/// An order with its verdict, as the database stores it.
package struct SettledOrder: Hashable, Sendable {
    /// The purchase's number. Refused orders have one as well. A player's numbers grow in the order of judgement.
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

    /// Whether another order with the same key asks for the same.
    package func isSame(as order: PurchaseOrder) -> Bool {
        listing == order.listing && offered == order.offered
    }
}
