package import ShelfModel

/// The simplest possible model of a shop: lists of what happened, one event after the other.
///
/// It has no batches, transactions or counters, and counts everything anew each time. Only the numbers of orders and
/// entries are taken from the real shop's answers, because the shop chooses them.
package struct PlainTrade: Sendable {
    private struct Sale {
        let order: PurchaseOrder
        let settled: SettledOrder
    }

    private let currency = "coins"
    private var sales: [Sale] = []
    private var reversals: [Reversal] = []
    package private(set) var players: [Int64] = []
    /// Entries whose number the shop didn't tell have the number 0.
    package private(set) var entries: [JournalEntry] = []

    package init() {}

    /// Adds a new player with the gifts that new players get.
    package mutating func welcome(_ player: Int64, _ coins: Int64, at: Instant) {
        players.append(player)
        let posting = Posting(
            player: player, currency: currency, amount: coins, counterpart: .grants, reason: "welcome", by: "server",
            key: "welcome \(player) \(currency)", at: at)
        entries.append(entry(of: posting, number: 0))
    }

    /// Returns the answer that the shop must give now. The model changes only when the answer is entered.
    ///
    /// - Parameter told: the shop's real answer, from which the numbers are taken.
    package func answer(to request: TradeRequest, told: TradeAnswer) -> TradeAnswer {
        switch request {
        case .buy(let order): .bought(answer(to: order, number: told.purchase))
        case .post(let posting): .posted(answer(to: posting, number: told.entry))
        case .reverse(let reversal): .reversed(answer(to: reversal))
        }
    }

    package mutating func take(_ request: TradeRequest, _ answer: TradeAnswer) {
        guard answer.isNew else { return }
        switch (request, answer) {
        case (.buy(let order), .bought(.judged(let settled, _, _))): take(order, settled)
        case (.post, .posted(.posted(let entry, _, _))): entries.append(entry)
        case (.reverse(let reversal), .reversed(.reversed(let kept, _, _))): take(reversal, of: kept.settled)
        default: break
        }
    }
}

/// The model's present state.
extension PlainTrade {
    package func balance(of player: Int64) -> Int64 {
        entries.reduce(0) { $0 + ($1.player == player ? $1.amount : 0) }
    }

    package var kept: [KeptOrder] {
        sales.map {
            KeptOrder(settled: $0.settled, reversal: reversal(of: $0.settled.id), card: $0.order.terms.card)
        }
    }

    package func kept(of player: Int64) -> [KeptOrder] { kept.filter { $0.settled.order.id.player == player } }

    package func entries(of player: Int64) -> [JournalEntry] { entries.filter { $0.player == player } }

    package func inventory(of player: Int64) -> [OwnedItem] {
        let mine = owned.filter { $0.order.player == player }
        return Dictionary(grouping: mine) { $0.order.terms.item }.map { item, copies in
            OwnedItem(
                item: item, count: Int64(copies.count), numbers: copies.compactMap(\.settled.verdict.number).sorted(),
                card: copies.last?.order.terms.card)
        }.sorted { $0.item < $1.item }
    }

    package var editionsSold: [Item.ID: Int64] {
        Dictionary(grouping: sold.filter { $0.order.terms.edition != nil }) { $0.order.terms.item }
            .mapValues { Int64($0.count) }
    }

    private var sold: [Sale] { sales.filter(\.settled.verdict.isSold) }
    private var owned: [Sale] { sold.filter { reversal(of: $0.settled.id) == nil } }
    private func reversal(of purchase: Int64) -> Reversal? { reversals.first { $0.purchase == purchase } }
}

/// Buying.
extension PlainTrade {
    private func answer(to order: PurchaseOrder, number: Int64?) -> PurchaseAnswer {
        let balance = balance(of: order.player)
        if let earlier = sales.first(where: { $0.order.id == order.id }) {
            let isSame = (earlier.order.listing, earlier.order.offered) == (order.listing, order.offered)
            return isSame ? .judged(earlier.settled, balance: balance, isReplay: true) : .keyReused
        }
        let verdict = verdict(on: order, balance)
        let settled = SettledOrder(
            id: next(number, for: order.player), order: OrderRecord(order), verdict: verdict)
        return .judged(settled, balance: balance - (verdict.isSold ? order.offered : 0), isReplay: false)
    }

    /// - Returns: the number if a new purchase of this player may have it; otherwise 0, which no purchase may have.
    private func next(_ number: Int64?, for player: Int64) -> Int64 {
        let last = sales.last { $0.order.player == player }?.settled.id ?? 0
        guard let number, number > last, !sales.contains(where: { $0.settled.id == number }) else { return 0 }
        return number
    }

    private func verdict(on order: PurchaseOrder, _ balance: Int64) -> PurchaseVerdict {
        let (terms, sold) = (order.terms, sold)
        if order.at >= terms.end { return .refused(.saleOver) }
        if order.offered != terms.price { return .refused(.priceChanged) }
        if isOver(terms.limits.item, owned.count { $0.order.ownership == order.ownership }) {
            return .refused(terms.limits.item == 1 ? .ownedAlready : .limitReached)
        }
        let mine = sold.filter { $0.order.player == order.player }
        let fromListing = mine.count { $0.order.listing == order.listing && $0.order.terms.limits.listing != nil }
        let today = mine.count { $0.order.dayTally == order.dayTally && $0.order.terms.limits.day != nil }
        if isOver(terms.limits.listing, fromListing) || isOver(terms.limits.day, today) {
            return .refused(.limitReached)
        }
        let copies = sold.count { $0.order.terms.item == terms.item }
        let fromStock = sold.count { $0.order.listing == order.listing && $0.order.terms.stock != nil }
        if isOver(terms.edition, copies) || isOver(terms.stock, fromStock) { return .refused(.soldOut) }
        if balance < terms.price { return .refused(.insufficientFunds) }
        return .sold(number: terms.edition.map { _ in Int64(copies) + 1 })
    }

    private func isOver(_ most: Int64?, _ count: Int) -> Bool { most.map { count >= $0 } ?? false }

    private mutating func take(_ order: PurchaseOrder, _ settled: SettledOrder) {
        sales.append(Sale(order: order, settled: settled))
        guard settled.verdict.isSold, order.offered > 0 else { return }
        enter(
            -order.offered, of: order.player, .sales, "purchase", by: "player", key: order.key, at: order.at,
            purchase: settled.id)
    }
}

/// Postings and reversals.
extension PlainTrade {
    private func answer(to posting: Posting, number: Int64?) -> PostingAnswer {
        guard players.contains(posting.player) else { return .unknownPlayer }
        let balance = balance(of: posting.player)
        let isNamed = { (entry: JournalEntry) in (entry.by, entry.key) == (posting.by, posting.key) }
        if let earlier = entries.first(where: { $0.purchase == nil && isNamed($0) }) {
            let isSame = (earlier.player, earlier.amount) == (posting.player, posting.amount)
            return isSame ? .posted(earlier, balance: balance, isReplay: true) : .keyReused
        }
        if reversals.contains(where: { ($0.by, $0.key) == (posting.by, posting.key) }) { return .keyReused }
        let after = balance + posting.amount
        if after < 0 { return .impossible(balance: balance) }
        return .posted(entry(of: posting, number: number ?? 0), balance: after, isReplay: false)
    }

    private func answer(to reversal: Reversal) -> ReversalAnswer {
        if isKeyReused(reversal) { return .keyReused }
        guard let sale = sold.first(where: { $0.settled.id == reversal.purchase }) else { return .notSold }
        let balance = balance(of: sale.order.player)
        if let earlier = self.reversal(of: reversal.purchase) {
            guard (earlier.by, earlier.key) == (reversal.by, reversal.key) else { return .reversedAlready(earlier) }
            let kept = KeptOrder(settled: sale.settled, reversal: earlier, card: sale.order.terms.card)
            return .reversed(kept, balance: balance, isReplay: true)
        }
        return .reversed(
            KeptOrder(settled: sale.settled, reversal: reversal, card: sale.order.terms.card),
            balance: balance + (reversal.kind == .refund ? sale.order.offered : 0), isReplay: false)
    }

    /// An operator's key can be used only once, for a posting or for a reversal.
    private func isKeyReused(_ reversal: Reversal) -> Bool {
        let posting = entries.contains { $0.purchase == nil && ($0.by, $0.key) == (reversal.by, reversal.key) }
        let other = reversals.contains {
            ($0.by, $0.key) == (reversal.by, reversal.key)
                && ($0.purchase, $0.kind, $0.reason) != (reversal.purchase, reversal.kind, reversal.reason)
        }
        return posting || other
    }

    private mutating func take(_ reversal: Reversal, of settled: SettledOrder) {
        reversals.append(reversal)
        guard reversal.kind == .refund, settled.order.offered > 0 else { return }
        enter(
            settled.order.offered, of: settled.order.id.player, .sales, reversal.reason, by: reversal.by,
            key: reversal.key, at: reversal.at, purchase: settled.id)
    }

    private func entry(of posting: Posting, number: Int64) -> JournalEntry {
        JournalEntry(
            id: number, at: posting.at, player: posting.player, currency: currency, amount: posting.amount,
            counterpart: posting.counterpart, reason: posting.reason, by: posting.by, key: posting.key, purchase: nil)
    }

    private mutating func enter(
        _ amount: Int64, of player: Int64, _ counterpart: JournalEntry.Counterpart, _ reason: String, by: String,
        key: String, at: Instant, purchase: Int64
    ) {
        entries.append(
            JournalEntry(
                id: 0, at: at, player: player, currency: currency, amount: amount, counterpart: counterpart,
                reason: reason, by: by, key: key, purchase: purchase))
    }
}

extension JournalEntry {
    /// Whether this entry of the model equals an entry of the shop. If the model doesn't know the number, any number
    /// matches.
    package func matches(_ entered: JournalEntry) -> Bool {
        id == 0 ? self == entered.numbered(0) : self == entered
    }

    private func numbered(_ number: Int64) -> JournalEntry {
        JournalEntry(
            id: number, at: at, player: player, currency: currency, amount: amount, counterpart: counterpart,
            reason: reason, by: by, key: key, purchase: purchase)
    }
}
