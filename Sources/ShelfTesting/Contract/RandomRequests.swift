import ShelfDatabase
import ShelfModel

/// Random requests of a small crowd to a shop. Everything is scarce, so that the players compete.
struct RandomRequests {
    private var random: SplitMix64
    private let players: [Int64]
    private var made: [DrawnRequest] = []
    private var orders: [OrderID] = []

    init(seed: UInt64, players: [Int64]) {
        random = SplitMix64(seed: seed)
        self.players = players
    }

    /// The requests before the shop's next restart. Lanes run concurrently; the requests of one lane follow each other.
    mutating func day(lanes: Int) -> [[DrawnRequest]] {
        var day = [[DrawnRequest]](repeating: [], count: lanes)
        for _ in 0..<1 + random.below(60) { day[random.below(lanes)].append(next()) }
        return day
    }

    private mutating func next() -> DrawnRequest {
        let request: DrawnRequest =
            switch random.below(20) {
            case 0..<6: made.randomElement(using: &random) ?? .plain(.buy(order()))
            case 6..<8: .plain(.post(posting()))
            case 8..<10: reversal()
            default: .plain(.buy(order()))
            }
        made.append(request)
        return request
    }

    /// Some orders are too late, offer a wrong price, or reuse another order's key.
    private mutating func order() -> PurchaseOrder {
        let (player, slot) = (players[random.below(players.count)], random.below(10))
        let terms = Self.terms(of: slot / 2)
        let key = "k\(random.below(15) == 0 ? random.below(orders.count + 1) : orders.count)"
        orders.append(OrderID(player: player, key: key))
        return PurchaseOrder(
            player: player, key: key,
            listing: ListingName(
                store: "main", chain: [UInt8](repeating: 5, count: 16), slot: slot, position: 0, revision: 0),
            offered: terms.price + (random.below(20) == 0 ? 1 : 0), at: Trade.noon + .seconds(random.below(62)),
            terms: terms)
    }

    private static func terms(of item: Int) -> SaleTerms {
        SaleTerms(
            item: "item \(item)", card: Trade.card("item \(item)", price: 0), currency: "coins",
            price: [10, 25, 40, 15, 0][item], end: Trade.noon + .minutes(1),
            edition: [8, 30, nil, nil, nil][item], stock: [nil, nil, 4, nil, 6][item],
            limits: PurchaseLimits(
                item: [nil, nil, nil, 1, 2][item], listing: [nil, 3, nil, nil, nil][item], day: item == 2 ? nil : 20))
    }

    private mutating func posting() -> Posting {
        let player = random.below(20) == 0 ? 99 : players[random.below(players.count)]
        return Trade.posting(
            player, Int64(random.below(120)) - 60, "p\(random.below(10) == 0 ? random.below(9) : made.count)")
    }

    /// Reverses any order, possibly one that is still being judged or was refused. Some reuse another request's key.
    private mutating func reversal() -> DrawnRequest {
        let key = random.below(6) == 0 ? random.below(made.count + 1) : made.count
        return .reversal(
            of: orders.randomElement(using: &random) ?? OrderID(player: 0, key: "none"), key: "r\(key)",
            random.below(3) == 0 ? .revocation : .refund)
    }
}

/// A random request whose numbers aren't known yet, because the shop will assign them.
enum DrawnRequest: Sendable {
    case plain(TradeRequest)
    case reversal(of: OrderID, key: String, Reversal.Kind)

    /// - Parameter database: is asked for the purchase's number, which may not exist yet.
    func request(for database: any TradeDatabase) async throws -> TradeRequest {
        switch self {
        case .plain(let request): return request
        case .reversal(let order, let key, let kind):
            let nobodys: Int64 = 99
            return .reverse(Trade.reversal(try await database.settled(order)?.id ?? nobodys, key, kind))
        }
    }
}
