import ShelfDatabase
import ShelfModel

/// A random history of purchases, retries, grants and refunds in batches of all sizes, told to a database and to the
/// simplest model there is: dictionaries, one order after the other.
struct TradeHistory {
    private var random: SeededNumbers
    private var model = PlainTrade()
    private var known: [PurchaseOrder] = []
    private var postings = 0
    private let name: String

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
        name = "h\(seed)"
    }

    mutating func play(on database: any ShelfDatabase) async throws {
        var players: [Int64] = []
        for index in 0..<5 {
            let credential = Array("\(name) \(index)".utf8)
            players.append(try await database.player(credential: credential, gifts: ["coins": 300], at: Trade.noon))
            model.coins[players[index]] = 300
        }
        for step in 0..<60 {
            switch random.below(6) {
            case 0: try await grant(to: players[random.below(5)], on: database)
            case 1: try await refund(on: database)
            default: try await settle(step, by: players, on: database)
            }
        }
        try await compare(players, on: database)
    }

    private mutating func settle(_ step: Int, by players: [Int64], on database: any ShelfDatabase) async throws {
        let orders = (0..<random.below(20) + 1).map { index in
            known.isEmpty || random.below(4) > 0
                ? order("\(name).\(step).\(index)", of: players[random.below(5)]) : known[random.below(known.count)]
        }
        known += orders
        let answers = try await database.settle(orders)
        for (order, answer) in zip(orders, answers) {
            let expected = model.judge(order, id: answer.settled?.id)
            try expect(answer.verdict == expected, "\(order.id.key): \(String(describing: answer)), not \(expected)")
        }
    }

    private mutating func order(_ key: String, of player: Int64) -> PurchaseOrder {
        let item = random.below(4)
        return Trade.order(
            player, key, store: name, price: Int64(10 + 15 * item), item: "\(name) item \(item)",
            slot: 1 + random.below(6),
            edition: item == 0 ? 12 : item == 1 ? 30 : nil, stock: item == 2 ? 4 : nil,
            limits: PurchaseLimits(
                item: item == 3 ? 1 : nil, listing: item == 1 ? 3 : nil, day: random.below(2) == 0 ? 25 : nil),
            at: Trade.noon + .seconds(random.below(62)))
    }

    private mutating func grant(to player: Int64, on database: any ShelfDatabase) async throws {
        postings += 1
        let amount = Int64(random.below(200)) - 60
        let answer = try await database.post(Trade.posting(player, amount, "\(name) \(postings)"))
        let after = model.coins[player, default: 0] + amount
        if case .posted(_, let balance, _) = answer {
            try expect(after >= 0 && balance == after, "a posting was wrongly made")
            model.coins[player] = after
        } else {
            try expect(after < 0, "a posting was wrongly refused")
        }
    }

    private mutating func refund(on database: any ShelfDatabase) async throws {
        guard let sold = model.sold.keys.sorted().randomElement(using: &random) else { return }
        postings += 1
        let answer = try await database.reverse(Trade.reversal(sold, "\(name) \(postings)"))
        if case .reversed = answer {
            try expect(model.refund(sold), "refunded twice")
        } else {
            try expect(!model.refund(sold), "a refund was wrongly refused: \(answer)")
        }
    }

    private func compare(_ players: [Int64], on database: any ShelfDatabase) async throws {
        for player in players {
            try expect(
                await database.balances(of: player)["coins"] == model.coins[player],
                "player \(player) has another balance")
            let owned = try await database.inventory(of: player)
            let counts = Dictionary(uniqueKeysWithValues: owned.map { ($0.item, $0.count) })
            try expect(
                counts == model.owned[player, default: [:]].filter { $0.value > 0 },
                "player \(player) owns other things")
        }
        try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        let numbers = model.sold.values.compactMap { sale in sale.number.map { "\(sale.order.terms.item) \($0)" } }
        try expect(Set(numbers).count == numbers.count, "a number was sold twice")
    }
}

/// Purchases as one would explain them: no batches, no transactions.
private struct PlainTrade {
    struct Sale {
        let order: PurchaseOrder
        let number: Int64?
        var isRefunded = false
    }

    var coins: [Int64: Int64] = [:]
    var owned: [Int64: [String: Int64]] = [:]
    var sold: [Int64: Sale] = [:]
    private var verdicts: [OrderID: PurchaseVerdict] = [:]

    mutating func judge(_ order: PurchaseOrder, id: Int64?) -> PurchaseVerdict {
        if let earlier = verdicts[order.id] { return earlier }
        let verdict = verdict(on: order)
        verdicts[order.id] = verdict
        guard case .sold(let number) = verdict, let id else { return verdict }
        coins[order.player, default: 0] -= order.terms.price
        owned[order.player, default: [:]][order.terms.item, default: 0] += 1
        sold[id] = Sale(order: order, number: number)
        return verdict
    }

    mutating func refund(_ id: Int64) -> Bool {
        guard let sale = sold[id], !sale.isRefunded else { return false }
        sold[id]?.isRefunded = true
        coins[sale.order.player, default: 0] += sale.order.terms.price
        owned[sale.order.player, default: [:]][sale.order.terms.item, default: 0] -= 1
        return true
    }

    private func verdict(on order: PurchaseOrder) -> PurchaseVerdict {
        let (terms, mine) = (order.terms, sold.values.filter { $0.order.player == order.player })
        if order.at >= terms.end { return .refused(.saleOver) }
        if terms.limits.item == 1, owned[order.player]?[terms.item] ?? 0 > 0 { return .refused(.ownedAlready) }
        if let most = terms.limits.listing,
            mine.count(where: { $0.order.listing == order.listing && $0.order.terms.limits.listing != nil }) >= most
        {
            return .refused(.limitReached)
        }
        if let most = terms.limits.day, mine.count(where: { $0.order.terms.limits.day != nil }) >= most {
            return .refused(.limitReached)
        }
        let copies = sold.values.count { $0.order.terms.item == terms.item }
        if let edition = terms.edition, copies >= edition { return .refused(.soldOut) }
        let ofListing = sold.values.count { $0.order.listing == order.listing && $0.order.terms.stock != nil }
        if let stock = terms.stock, ofListing >= stock { return .refused(.soldOut) }
        if coins[order.player, default: 0] < terms.price { return .refused(.insufficientFunds) }
        return .sold(number: terms.edition.map { _ in Int64(copies) + 1 })
    }
}

/// The same numbers for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
