import ShelfDatabase
import ShelfModel

/// Random purchases, reversals, top-ups and grants over four days, and what they add up to by a simple model.
///
/// Many happen at the first or the last millisecond of an hour, and each is stored up to 55 s after it happened. Hours
/// are closed in between.
struct SalesHistory {
    private enum Change {
        case buy(store: String, item: Int, slot: Int, price: Int64)
        case post(Int64, JournalEntry.Counterpart)
        case topUp(Int64)
        case reverse(Reversal.Kind)
    }

    private var random: SplitMix64
    private var sold: [SettledOrder] = []
    private var reversed: [Int64: Reversal] = [:]
    private var entries: [JournalEntry] = []
    private var activities: [(player: Int64, at: Instant, isNew: Bool)] = []

    private static let count = 3000
    private static let hours = 96
    private static let players: UInt8 = 25

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func play(on database: any ShelfDatabase) async throws {
        var known: [(player: Int64, since: Instant)] = []
        for (number, moment) in moments(Int(Self.players) + Self.count).enumerated() {
            if number % (Self.count / Int(Self.players)) == 0 {
                known.append((try await come(UInt8(known.count), moment.at, database), moment.at))
                continue
            }
            let who = known[random.below(known.count)]
            try await make(change(), by: who.player, max(moment.at, who.since), "\(number)", on: database)
            if random.below(4) == 0 { _ = try await database.closeHour(now: moment.storedAt) }
        }
        try expect(sold.count > 1000 && reversed.count > 100, "\(sold.count) sold, \(reversed.count) reversed")
        entries = try await journal(of: known.map(\.player), database)
        for _ in 0..<2 {
            try await check(database)
            try await database.closeHours(upTo: Trade.noon + .hours(Self.hours + 2))
        }
    }

    /// When the changes happen and when they are stored, in the order in which they are stored.
    private mutating func moments(_ count: Int) -> [(at: Instant, storedAt: Instant)] {
        let moments = (0..<count).map { _ in
            let hour = Trade.noon + .hours(random.below(Self.hours))
            let into = [0, 3_599_999, random.below(3_600_000), random.below(3_600_000)][random.below(4)]
            let at = hour + .milliseconds(into)
            return (at: at, storedAt: at + .milliseconds(random.below(55_000)))
        }
        return moments.sorted { $0.storedAt < $1.storedAt }
    }

    private mutating func change() -> Change {
        switch random.below(20) {
        case 0..<12:
            .buy(
                store: ["main", "other", "third"][random.below(3)], item: random.below(8), slot: random.below(40),
                price: [0, 1, 25, 1_000_000_000_000_000][random.below(4)])
        case 12..<14: .post(Int64(random.below(400)) - 100, random.below(2) == 0 ? .grants : .corrections)
        case 14: .topUp(Int64(1 + random.below(900)))
        default: .reverse(random.below(3) == 0 ? .revocation : .refund)
        }
    }

    private mutating func come(_ number: UInt8, _ at: Instant, _ database: any ShelfDatabase) async throws -> Int64 {
        let gifts: [String: Int64] = ["coins": Money.most, "stars": 900]
        let player = try await database.player(credential: [number, 9], gifts: gifts, at: at)
        activities.append((player, at, true))
        return player
    }

    private mutating func make(
        _ change: Change, by player: Int64, _ at: Instant, _ key: String, on database: any ShelfDatabase
    ) async throws {
        switch change {
        case .buy(let store, let item, let slot, let price):
            // An item has one set and a listing one item.
            let order = PurchaseOrder.any(
                player, key, store: store, item: "item \(item)", set: "set \(item % 3)", slot: slot * 8 + item,
                price: price, currency: store == "third" ? "stars" : "coins", at: at)
            let settled = try await Trade.settle(database, [order])[0]
            guard settled.verdict.isSold else { return }
            sold.append(settled)
            activities.append((player, at, false))
        case .post(let amount, let counterpart):
            guard amount != 0 else { return }
            _ = try await database.post(
                Posting(
                    player: player, currency: "stars", amount: amount, counterpart: counterpart, reason: "test",
                    by: "anna", key: "p\(key)", at: at))
        case .topUp(let amount):
            let claim = TopUpClaim(player: player, product: "gold", currency: "stars", amount: amount)
            _ = try await database.topUp(claim, transaction: key, at: at)
        case .reverse(let kind):
            guard let purchase = sold.randomElement(using: &random)?.id else { return }
            let reversal = Reversal(
                purchase: purchase, kind: kind, reason: "test", by: "anna", key: "r\(key)", at: at)
            if case .reversed(_, _, false) = try await database.reverse(reversal) { reversed[purchase] = reversal }
        }
    }

    private func journal(of players: [Int64], _ database: any ShelfDatabase) async throws -> [JournalEntry] {
        var entries: [JournalEntry] = []
        for player in players {
            entries += try await database.journal(of: player, before: nil, limit: .max)
        }
        return entries
    }

    private func check(_ database: any ShelfDatabase) async throws {
        for (width, first) in [(1, 0), (24, 0), (24, -7)] as [(Int64, Int)] {
            for detail in SalesQuestion.Detail.allCases {
                let span = first..<first + 24 * 6
                let figures = try await database.sales(.hours(span, width: width, per: detail))
                let bucket = { (at: Instant) in
                    let begin = Trade.noon + .hours(first)
                    return begin + (at - begin).floored(to: .hours(width))
                }
                try expect(Set(figures.sales) == Set(sales(detail, by: bucket)), "sales per \(detail) by \(width) h")
                try expect(Set(figures.money) == Set(money(by: bucket)), "money by \(width) h")
                try expect(Set(figures.players) == Set(active(by: bucket)), "players by \(width) h from \(first)")
                try expect(figures.sales.count == Set(figures.sales).count, "two rows are one")
                try expect(Self.changes(figures) == journalChanges, "the journal has other sums per \(detail)")
            }
        }
        let one = try await database.sales(.hours(0..<96, width: 96, store: "other", item: "item 3")).sales
        try expect(
            one.map(\.sold) == [Int64(sold.count { $0.order.listing.store == "other" && $0.order.item == "item 3" })],
            "filters")
    }

    /// By currency and counterpart, how the journal has changed.
    private var journalChanges: [String: Int64] {
        entries.reduce(into: [:]) { $0["\($1.currency) \($1.counterpart)", default: 0] += $1.amount }
            .filter { $0.value != 0 }
    }

    private static func changes(_ figures: SalesFigures) -> [String: Int64] {
        var balances: [String: Int64] = [:]
        for row in figures.sales {
            balances["\(row.currency) sales", default: 0] += row.refunded - row.revenue
        }
        for row in figures.money {
            balances["\(row.currency) \(row.counterpart)", default: 0] += row.given - row.taken
        }
        return balances.filter { $0.value != 0 }
    }

    private func sales(_ detail: SalesQuestion.Detail, by bucket: (Instant) -> Instant) -> [SalesFigures.Goods] {
        var rows: [SalesFigures.Goods.Key: SalesFigures.Goods] = [:]
        func add(_ order: OrderRecord, at: Instant, sold: Int64 = 0, revenue: Int64 = 0, _ reversal: Reversal? = nil) {
            let key = SalesFigures.Goods.Key(
                at: bucket(at), subject: detail.subject(of: order), currency: order.currency)
            let old = rows[key]
            let (isRefund, isRevocation) = (reversal?.kind == .refund, reversal?.kind == .revocation)
            rows[key] = SalesFigures.Goods(
                at: key.at, subject: key.subject, currency: key.currency, sold: (old?.sold ?? 0) + sold,
                revenue: (old?.revenue ?? 0) + revenue, refunds: (old?.refunds ?? 0) + (isRefund ? 1 : 0),
                refunded: (old?.refunded ?? 0) + (isRefund ? order.offered : 0),
                revocations: (old?.revocations ?? 0) + (isRevocation ? 1 : 0))
        }
        for settled in sold {
            add(settled.order, at: settled.order.at, sold: 1, revenue: settled.order.offered)
            if let reversal = reversed[settled.id] { add(settled.order, at: reversal.at, reversal) }
        }
        return Array(rows.values)
    }

    private func money(by bucket: (Instant) -> Instant) -> [SalesFigures.Money] {
        let entries = entries.filter { $0.purchase == nil }
        return Dictionary(grouping: entries) { "\(bucket($0.at).milliseconds) \($0.currency) \($0.counterpart)" }
            .values.map { entries in
                SalesFigures.Money(
                    at: bucket(entries[0].at), currency: entries[0].currency, counterpart: entries[0].counterpart,
                    entries: Int64(entries.count), given: entries.reduce(0) { $0 + max(0, $1.amount) },
                    taken: entries.reduce(0) { $0 + max(0, -$1.amount) })
            }
    }

    private func active(by bucket: (Instant) -> Instant) -> [SalesFigures.Players] {
        Dictionary(grouping: activities) { bucket($0.at) }.map { at, activities in
            SalesFigures.Players(
                at: at, new: Int64(activities.count(where: \.isNew)), active: Int64(Set(activities.map(\.player)).count)
            )
        }
    }
}

extension SalesFigures.Goods {
    fileprivate struct Key: Hashable {
        let at: Instant
        let subject: SalesFigures.Subject
        let currency: String
    }
}

extension SalesQuestion.Detail {
    fileprivate func subject(of order: OrderRecord) -> SalesFigures.Subject {
        switch self {
        case .total: .total
        case .store: .store(order.listing.store)
        case .item: .item(order.item)
        case .set: .set("set \(Int(order.item.dropFirst(5))! % 3)")
        case .listing: .listing(order.listing, item: order.item)
        }
    }
}

extension TimeSpan {
    fileprivate func floored(to span: TimeSpan) -> TimeSpan {
        Instant(milliseconds: milliseconds).floored(to: span) - Instant(milliseconds: 0)
    }
}
