/// Everything that is needed to judge a batch of orders, and how it changes as they are judged one after the other.
///
/// It is a value and knows no database. The database fills in the facts, lets the book judge, and stores what changed,
/// all in one transaction. A refused order changes nothing for the orders after it.
package struct PurchaseBook: Sendable {
    /// What a player has of one currency.
    ///
    /// Databases compare text by its bytes, and so does this, because each of them is one row. `String` would take two
    /// spellings of one name, such as a composed and a decomposed ü, for the same wallet.
    package struct Wallet: Hashable, Sendable {
        package let player: Int64
        package let currency: String

        package init(player: Int64, currency: String) {
            self.player = player
            self.currency = currency
        }

        package static func == (one: Wallet, other: Wallet) -> Bool {
            one.player == other.player && one.currency.utf8.elementsEqual(other.currency.utf8)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(player)
            for byte in currency.utf8 { hasher.combine(byte) }
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

    /// What is counted for each player because a limit may apply to it: purchases from one listing, or from one offer of
    /// several, or from one store on one day.
    package enum Tally: Hashable, Sendable {
        case listing(player: Int64, ListingName)
        case day(player: Int64, store: String, day: Int64)

        package var player: Int64 {
            switch self {
            case .listing(let player, _), .day(let player, _, _): player
            }
        }

        /// The tally's name among those of its player. Every database stores it like this, so that a shop can be
        /// copied from one to another.
        package var what: String {
            switch self {
            case .listing(_, let name):
                "listing \(Base64.encode(name.chain)) \(name.slot) \(name.position) \(name.revision)"
            case .day(_, let store, let day): "day \(day) \(store)"
            }
        }
    }

    /// An order that was judged for the first time, with the outcome.
    package struct Judged: Hashable, Sendable {
        package let order: PurchaseOrder
        package let settled: SettledOrder

        package init(order: PurchaseOrder, settled: SettledOrder) {
            self.order = order
            self.settled = settled
        }
    }

    /// Orders that were judged before, by the keys that occur in this batch.
    package var settled: [OrderID: SettledOrder] = [:]
    /// Players who don't exist.
    package var unknownPlayers: Set<Int64> = []
    package var balances: [Wallet: Int64] = [:]
    package var owned: [Ownership: Int64] = [:]
    /// How many copies of each limited edition have been sold.
    package var editionsSold: [Item.ID: Int64] = [:]
    /// How many copies each listing with limited stock, or offer of several, has sold.
    package var stockSold: [ListingName: Int64] = [:]
    package var tallies: [Tally: Int64] = [:]
    /// Whether each listing, or offer of several, is withdrawn from sale.
    package var withdrawn: [ListingName: Bool] = [:]
    /// Which stores are paused.
    package var paused: Set<String> = []
    /// Whether each listing shows another card by now, so that its name is an earlier revision's.
    package var replaced: [ListingName: Bool] = [:]
    /// For each content version that orders are based on, from when on another one is in force; missing while none is
    /// to come.
    package var overtaken: [Int64: Instant] = [:]
    /// The orders that were judged for the first time, in the order of judgement.
    package private(set) var judged: [Judged] = []

    private var last: Int64
    private let number: @Sendable (_ last: Int64, Instant) -> Int64

    /// - Parameters:
    ///   - last: the greatest number of an order so far.
    ///   - chance: gives random bits for the numbers of new orders, so that nobody can count orders by them.
    package init(after last: Int64 = 0, chance: @escaping @Sendable () -> UInt64) {
        self.init(after: last) { TimeOrderedNumber.next(after: $0, at: $1, chance: chance()) }
    }

    /// - Parameters:
    ///   - last: the greatest number of an order of these players so far.
    ///   - number: makes the number of a new order from the greatest one before it and the instant of the order.
    package init(after last: Int64, number: @escaping @Sendable (_ last: Int64, Instant) -> Int64) {
        self.last = last
        self.number = number
    }

    /// Judges an order by the facts in the book, and enters what the order changes.
    package mutating func judge(_ order: PurchaseOrder) -> PurchaseAnswer {
        if unknownPlayers.contains(order.player) { return .unknownPlayer }
        if let earlier = settled[order.id] {
            return earlier.order.isSame(as: order) ? answer(earlier, to: order, isReplay: true) : .keyReused
        }
        if paused.contains(order.listing.store) { return .paused }
        if isOvertaken(order.basis) { return .newerContent }
        if replaced[order.shown, default: false] { return .replaced }
        let verdict = refusal(of: order).map(PurchaseVerdict.refused) ?? .sold(number: sell(order))
        last = number(last, order.at)
        let new = SettledOrder(id: last, order: OrderRecord(order), verdict: verdict)
        settled[order.id] = new
        judged.append(Judged(order: order, settled: new))
        return answer(new, to: order, isReplay: false)
    }

    private func isOvertaken(_ basis: ContentBasis?) -> Bool {
        guard let basis, let next = overtaken[basis.version] else { return false }
        return next <= basis.at
    }

    private func answer(_ settled: SettledOrder, to order: PurchaseOrder, isReplay: Bool) -> PurchaseAnswer {
        .judged(settled, balance: balances[order.wallet, default: 0], isReplay: isReplay)
    }

    private func refusal(of order: PurchaseOrder) -> PurchaseRefusal? {
        let terms = order.terms
        if order.at >= terms.end { return .saleOver }
        if withdrawn[order.shown, default: false] || withdrawn[order.counted, default: false] { return .withdrawn }
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
        if let stock = terms.stock, stockSold[order.counted, default: 0] >= stock { return .soldOut }
        return balances[order.wallet, default: 0] < terms.price ? .insufficientFunds : nil
    }

    private func isReached(_ limit: Int64?, _ count: @autoclosure () -> Int64) -> Bool {
        limit.map { count() >= $0 } ?? false
    }

    /// - Returns: the number of this copy, of a limited edition.
    private mutating func sell(_ order: PurchaseOrder) -> Int64? {
        let terms = order.terms
        balances[order.wallet, default: 0] -= terms.price
        owned[order.ownership, default: 0] += 1
        if terms.stock != nil { stockSold[order.counted, default: 0] += 1 }
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
    package var listingTally: PurchaseBook.Tally { .listing(player: player, counted) }
    package var dayTally: PurchaseBook.Tally {
        .day(player: player, store: listing.store, day: Int64(terms.zone.daysSinceEpoch(at: at)))
    }

    /// The tallies that the order counts towards. There is one for each limit that applies.
    package var tallies: [PurchaseBook.Tally] {
        [terms.limits.listing.map { _ in listingTally }, terms.limits.day.map { _ in dayTally }].compactMap(\.self)
    }
}
