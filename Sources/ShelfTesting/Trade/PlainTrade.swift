package import ShelfDatabase
package import ShelfModel

/// A shop as one would explain it: lists of what has happened, one thing after the other.
///
/// No batches, no transactions and no counters: whatever must be known is
/// counted anew, each time.
package struct PlainTrade: Sendable {
    private struct Sale {
        let order: PurchaseOrder
        let settled: SettledOrder
    }

    private let currency = "coins"
    private let purchasesBefore: Int64
    private let entriesBefore: Int64
    private var sales: [Sale] = []
    private var reversals: [Reversal] = []
    package private(set) var players: [Int64] = []
    package private(set) var entries: [JournalEntry] = []

    /// - Parameter earlier: a history that the same database has seen before, after which numbers go on.
    package init(after earlier: PlainTrade? = nil) {
        purchasesBefore = earlier?.purchases ?? 0
        entriesBefore = earlier.map { $0.entriesBefore + Int64($0.entries.count) } ?? 0
    }

    /// The last purchase's number.
    package var purchases: Int64 { purchasesBefore + Int64(sales.count) }

    /// A player who comes for the first time, and what they are given.
    package mutating func welcome(_ player: Int64, _ coins: Int64, at: Instant) {
        players.append(player)
        enter(
            Posting(
                player: player, currency: currency, amount: coins, counterpart: .grants, reason: "welcome",
                by: "server", key: "welcome \(player) \(currency)", at: at))
    }

    /// What must be answered now; nothing changes until it is taken in.
    package func answer(to request: TradeRequest) -> TradeAnswer {
        switch request {
        case .buy(let order): .bought(answer(to: order))
        case .post(let posting): .posted(answer(to: posting))
        case .reverse(let reversal): .reversed(answer(to: reversal))
        }
    }

    package mutating func take(_ request: TradeRequest, _ answer: TradeAnswer) {
        guard answer.isNew else { return }
        switch (request, answer) {
        case (.buy(let order), .bought(.judged(let settled, _, _))): take(order, settled)
        case (.post(let posting), _): enter(posting)
        case (.reverse(let reversal), .reversed(.reversed(let kept, _, _))): take(reversal, of: kept.settled)
        default: break
        }
    }
}

/// What it has come to.
extension PlainTrade {
    package func balance(of player: Int64) -> Int64 {
        entries.reduce(0) { $0 + ($1.player == player ? $1.amount : 0) }
    }

    package var kept: [KeptOrder] {
        sales.map { KeptOrder(settled: $0.settled, reversal: reversal(of: $0.settled.id)) }
    }

    package func inventory(of player: Int64) -> [OwnedItem] {
        let mine = owned.filter { $0.order.player == player }
        return Dictionary(grouping: mine) { $0.order.terms.item }.map { item, copies in
            OwnedItem(
                item: item, count: Int64(copies.count), numbers: copies.compactMap(\.settled.verdict.number).sorted())
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
    private func answer(to order: PurchaseOrder) -> PurchaseAnswer {
        let balance = balance(of: order.player)
        if let earlier = sales.first(where: { $0.order.id == order.id }) {
            let isSame = (earlier.order.listing, earlier.order.offered) == (order.listing, order.offered)
            return isSame ? .judged(earlier.settled, balance: balance, isReplay: true) : .keyReused
        }
        let verdict = verdict(on: order, balance)
        let settled = SettledOrder(id: purchases + 1, order: OrderRecord(order), verdict: verdict)
        return .judged(settled, balance: balance - (verdict.isSold ? order.offered : 0), isReplay: false)
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

/// What is done by hand.
extension PlainTrade {
    private func answer(to posting: Posting) -> PostingAnswer {
        guard players.contains(posting.player) else { return .unknownPlayer }
        let balance = balance(of: posting.player)
        let isNamed = { (entry: JournalEntry) in (entry.by, entry.key) == (posting.by, posting.key) }
        if let earlier = entries.first(where: { $0.purchase == nil && isNamed($0) }) {
            let isSame = (earlier.player, earlier.amount) == (posting.player, posting.amount)
            return isSame ? .posted(earlier, balance: balance, isReplay: true) : .keyReused
        }
        if reversals.contains(where: { ($0.by, $0.key) == (posting.by, posting.key) }) { return .keyReused }
        let after = balance + posting.amount
        return after < 0 ? .impossible(balance: balance) : .posted(entry(of: posting), balance: after, isReplay: false)
    }

    private func answer(to reversal: Reversal) -> ReversalAnswer {
        if isKeyReused(reversal) { return .keyReused }
        guard let sale = sold.first(where: { $0.settled.id == reversal.purchase }) else { return .notSold }
        let balance = balance(of: sale.order.player)
        if let earlier = self.reversal(of: reversal.purchase) {
            guard (earlier.by, earlier.key) == (reversal.by, reversal.key) else { return .reversedAlready(earlier) }
            return .reversed(KeptOrder(settled: sale.settled, reversal: earlier), balance: balance, isReplay: true)
        }
        return .reversed(
            KeptOrder(settled: sale.settled, reversal: reversal),
            balance: balance + (reversal.kind == .refund ? sale.order.offered : 0), isReplay: false)
    }

    /// An operator's key is good for one thing, whether that was a posting or a reversal.
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

    private mutating func enter(_ posting: Posting) { entries.append(entry(of: posting)) }

    private func entry(of posting: Posting) -> JournalEntry {
        entry(
            posting.amount, of: posting.player, posting.counterpart, posting.reason, by: posting.by, key: posting.key,
            at: posting.at, purchase: nil)
    }

    private mutating func enter(
        _ amount: Int64, of player: Int64, _ counterpart: JournalEntry.Counterpart, _ reason: String, by: String,
        key: String, at: Instant, purchase: Int64
    ) {
        entries.append(
            entry(amount, of: player, counterpart, reason, by: by, key: key, at: at, purchase: purchase))
    }

    private func entry(
        _ amount: Int64, of player: Int64, _ counterpart: JournalEntry.Counterpart, _ reason: String, by: String,
        key: String, at: Instant, purchase: Int64?
    ) -> JournalEntry {
        JournalEntry(
            id: entriesBefore + Int64(entries.count) + 1, at: at, player: player, currency: currency, amount: amount,
            counterpart: counterpart, reason: reason, by: by, key: key, purchase: purchase)
    }
}

extension PurchaseVerdict {
    package var isSold: Bool {
        if case .sold = self { true } else { false }
    }

    package var number: Int64? {
        if case .sold(let number) = self { number } else { nil }
    }
}
