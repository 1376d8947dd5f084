import ShelfDatabase
import ShelfModel

/// What a small crowd asks of a shop, drawn at random: little is there of everything, so that they get in each other's
/// way.
struct RandomRequests {
    private var random: SeededNumbers
    private let players: [Int64]
    private var made: [TradeRequest] = []
    private var orders = 0

    init(seed: UInt64, players: [Int64]) {
        random = SeededNumbers(seed: seed)
        self.players = players
    }

    /// What is asked before the shop closes again, by so many at once, each one thing after the other.
    mutating func day(lanes: Int) -> [[TradeRequest]] {
        var day = [[TradeRequest]](repeating: [], count: lanes)
        for _ in 0..<1 + random.below(60) { day[random.below(lanes)].append(next()) }
        return day
    }

    private mutating func next() -> TradeRequest {
        let request: TradeRequest =
            switch random.below(20) {
            case 0..<6: made.randomElement(using: &random) ?? .buy(order())
            case 6..<8: .post(posting())
            case 8..<10: .reverse(reversal())
            default: .buy(order())
            }
        made.append(request)
        return request
    }

    /// Now and then it is too late, at another price, or has another's key.
    private mutating func order() -> PurchaseOrder {
        orders += 1
        let (player, slot) = (players[random.below(players.count)], random.below(10))
        let terms = Self.terms(of: slot / 2)
        return PurchaseOrder(
            player: player, key: "k\(random.below(15) == 0 ? 1 + random.below(orders) : orders)",
            listing: ListingName(
                store: "main", chain: [UInt8](repeating: 5, count: 16), slot: slot, position: 0, revision: 0),
            offered: terms.price + (random.below(20) == 0 ? 1 : 0), at: Trade.noon + .seconds(random.below(62)),
            terms: terms)
    }

    private static func terms(of item: Int) -> SaleTerms {
        SaleTerms(
            item: "item \(item)", currency: "coins", price: [10, 25, 40, 15, 0][item], end: Trade.noon + .minutes(1),
            edition: [8, 30, nil, nil, nil][item], stock: [nil, nil, 4, nil, 6][item],
            limits: PurchaseLimits(
                item: [nil, nil, nil, 1, 2][item], listing: [nil, 3, nil, nil, nil][item], day: item == 2 ? nil : 20))
    }

    private mutating func posting() -> Posting {
        let player = random.below(20) == 0 ? 99 : players[random.below(players.count)]
        return Trade.posting(
            player, Int64(random.below(120)) - 60, "p\(random.below(10) == 0 ? random.below(9) : made.count)")
    }

    /// Of any purchase, one that is just being made and one that was refused among them; now and then with another's
    /// key.
    private mutating func reversal() -> Reversal {
        let key = random.below(6) == 0 ? random.below(made.count + 1) : made.count
        return Trade.reversal(
            Int64(1 + random.below(orders + 1)), "r\(key)", random.below(3) == 0 ? .revocation : .refund)
    }
}
