import ShelfDatabase
import ShelfModel

/// A random history of purchases, retries, grants and refunds in batches of all sizes, applied to a database and to the
/// plain model.
struct TradeHistory {
    private var random: SplitMix64
    private(set) var model: PlainTrade
    private var known: [PurchaseOrder] = []
    private var postings = 0
    private let name: String

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        name = "h\(seed)"
        model = PlainTrade()
    }

    mutating func play(on database: any ShelfDatabase) async throws {
        var players: [Int64] = []
        for index in 0..<5 {
            let credential = Array("\(name) \(index)".utf8)
            players.append(try await database.player(credential: credential, gifts: ["coins": 300], at: Trade.noon))
            model.welcome(players[index], 300, at: Trade.noon)
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
        for (order, answer) in zip(orders, answers) { try take(.buy(order), .bought(answer)) }
    }

    private mutating func take(_ request: TradeRequest, _ answer: TradeAnswer) throws {
        let expected = model.answer(to: request, told: answer)
        try expect(answer == expected, "\(request) was answered \(answer), not \(expected)")
        model.take(request, answer)
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
        let posting = Trade.posting(player, Int64(random.below(200)) - 60, "\(name) \(postings)")
        try await take(.post(posting), .posted(database.post(posting)))
    }

    private mutating func refund(on database: any ShelfDatabase) async throws {
        let sold = model.kept.filter(\.settled.verdict.isSold).map(\.settled.id)
        guard let purchase = sold.randomElement(using: &random) else { return }
        postings += 1
        let reversal = Trade.reversal(purchase, "\(name) \(postings)")
        try await take(.reverse(reversal), .reversed(database.reverse(reversal)))
    }

    private func compare(_ players: [Int64], on database: any ShelfDatabase) async throws {
        for player in players {
            try expect(
                await database.balances(of: player)["coins"] == model.balance(of: player),
                "player \(player) has another balance")
            try expect(
                await database.inventory(of: player) == model.inventory(of: player),
                "player \(player) owns other things")
        }
        try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        let numbers = model.kept.compactMap { kept in
            kept.settled.verdict.number.map { "\(kept.settled.order.item) \($0)" }
        }
        try expect(Set(numbers).count == numbers.count, "a number was sold twice")
    }
}
