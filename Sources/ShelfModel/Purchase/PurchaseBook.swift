/// All that must be known to judge a batch of orders, and how it changes as they are judged one by one.
///
/// A value without a database: whoever keeps one fills the facts in, lets the
/// book judge, and writes down what changed, all in one transaction. An order
/// that is refused changes nothing for those after it.
package struct PurchaseBook: Sendable {
    package struct Wallet: Hashable, Sendable {
        package let player: Int64
        package let currency: String

        package init(player: Int64, currency: String) {
            self.player = player
            self.currency = currency
        }
    }

    package struct Ownership: Hashable, Sendable {
        package let player: Int64
        package let item: Item.ID

        package init(player: Int64, item: Item.ID) {
            self.player = player
            self.item = item
        }
    }

    /// Something that is counted for one player: what was bought from a listing, or in a store on a day.
    package enum Tally: Hashable, Sendable {
        case listing(player: Int64, ListingName)
        case day(player: Int64, store: String, day: Int64)
    }

    /// Earlier orders with the keys of these.
    package var settled: [OrderID: SettledOrder] = [:]
    package var balances: [Wallet: Int64] = [:]
    package var owned: [Ownership: Int64] = [:]
    /// How many of a limited edition have been sold.
    package var editionsSold: [Item.ID: Int64] = [:]
    /// How many a listing with limited stock has sold.
    package var stockSold: [ListingName: Int64] = [:]
    package var tallies: [Tally: Int64] = [:]
    /// The number that the next order gets.
    package var nextID: Int64 = 1

    /// What is new, in the order in which it was judged.
    package private(set) var judged: [SettledOrder] = []

    package init() {}

    /// Judges an order by all that is known, and takes what it changes in.
    package mutating func judge(_ order: PurchaseOrder) -> PurchaseAnswer {
        if let earlier = settled[order.id] {
            return earlier.order.isSame(as: order) ? answer(earlier, to: order, isReplay: true) : .keyReused
        }
        let verdict = refusal(of: order).map(PurchaseVerdict.refused) ?? .sold(number: sell(order))
        let new = SettledOrder(id: nextID, order: OrderRecord(order), verdict: verdict)
        nextID += 1
        settled[order.id] = new
        judged.append(new)
        return answer(new, to: order, isReplay: false)
    }

    private func answer(_ settled: SettledOrder, to order: PurchaseOrder, isReplay: Bool) -> PurchaseAnswer {
        .judged(settled, balance: balances[order.wallet, default: 0], isReplay: isReplay)
    }

    private func refusal(of order: PurchaseOrder) -> PurchaseRefusal? {
        let terms = order.terms
        if order.at >= terms.end { return .saleOver }
        if order.offered != terms.price { return .priceChanged }
        if isReached(terms.limits.item, owned[order.ownership, default: 0]) {
            return terms.limits.item == 1 ? .ownedAlready : .limitReached
        }
        if isReached(terms.limits.listing, tallies[order.listingTally, default: 0])
            || isReached(terms.limits.day, tallies[order.dayTally, default: 0])
        {
            return .limitReached
        }
        if let edition = terms.edition, editionsSold[terms.item, default: 0] >= edition { return .soldOut }
        if let stock = terms.stock, stockSold[order.listing, default: 0] >= stock { return .soldOut }
        return balances[order.wallet, default: 0] < terms.price ? .insufficientFunds : nil
    }

    private func isReached(_ limit: Int64?, _ count: Int64) -> Bool { limit.map { count >= $0 } ?? false }

    /// - Returns: the number of this copy, of a limited edition.
    private mutating func sell(_ order: PurchaseOrder) -> Int64? {
        let terms = order.terms
        balances[order.wallet, default: 0] -= terms.price
        owned[order.ownership, default: 0] += 1
        if terms.stock != nil { stockSold[order.listing, default: 0] += 1 }
        if terms.limits.listing != nil { tallies[order.listingTally, default: 0] += 1 }
        if terms.limits.day != nil { tallies[order.dayTally, default: 0] += 1 }
        guard terms.edition != nil else { return nil }
        editionsSold[terms.item, default: 0] += 1
        return editionsSold[terms.item]
    }
}

extension PurchaseOrder {
    package var wallet: PurchaseBook.Wallet { .init(player: player, currency: terms.currency) }
    package var ownership: PurchaseBook.Ownership { .init(player: player, item: terms.item) }
    package var listingTally: PurchaseBook.Tally { .listing(player: player, listing) }
    package var dayTally: PurchaseBook.Tally {
        let start = (at + terms.offset).floored(to: .days(1))
        return .day(player: player, store: listing.store, day: start.milliseconds / TimeSpan.days(1).milliseconds)
    }
}
