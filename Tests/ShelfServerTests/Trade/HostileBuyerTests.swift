import HTTPTypes
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Who tries to get more than was paid for` {
    @Test func `twenty copies of one request at once are one purchase`() async throws {
        let shopper = try await Shopper(started())
        let wish = try shopper.purchaseRequest()
        let request = shopper.request(try WireJSON.encode(wish), key: "once")
        let confirmations = try await atOnce(Array(repeating: request, count: 20)).map { try $0.confirmation() }
        #expect(Set(confirmations.map(\.receipt)).count == 1)
        #expect(confirmations.filter { !$0.replayed }.count == 1)
        #expect(Set(confirmations.map(\.balance)) == [1000 - wish.price])
        #expect(try await shopper.balance() == 1000 - wish.price)
    }

    @Test func `twenty copies with keys of their own are bought while the money lasts`() async throws {
        let shopper = try await Shopper(started())
        let wish = try shopper.purchaseRequest()
        let affordable = Int(1000 / wish.price)
        let body = try WireJSON.encode(wish)
        let answers = try await atOnce((1...affordable + 20).map { shopper.request(body, key: "k\($0)") })
        #expect(answers.filter { $0.status == 200 }.count == affordable)
        #expect(
            try answers.filter { $0.status != 200 }.map { try $0.code() }
                == Array(repeating: .insufficientFunds, count: 20))
        #expect(try await shopper.balance() == 1000 - Int64(affordable) * wish.price)
    }

    @Test func `the last one of a stock goes to one of twenty who want it at once`() async throws {
        let server = try await started { $0.sale.stock = 1 }
        let shoppers = try await shoppers(20, server)
        let body = try WireJSON.encode(shoppers[0].purchaseRequest())
        let answers = try await atOnce(shoppers.map { $0.request(body, key: "k") })
        #expect(answers.filter { $0.status == 200 }.count == 1)
        #expect(try answers.filter { $0.status != 200 }.allSatisfy { try $0.code() == .soldOut })
    }

    @Test func `a key belongs to its player: another's buys for the other, and shows nothing of the first`()
        async throws
    {
        let shoppers = try await shoppers(2, started())
        let wish = try shoppers[0].purchaseRequest()
        let first = try await shoppers[0].buy(wish, key: "same").confirmation()
        let second = try await shoppers[1].buy(wish, key: "same").confirmation()
        #expect(!second.replayed)
        #expect(first.receipt != second.receipt)
        for shopper in shoppers {
            #expect(try await shopper.balance() == 1000 - wish.price)
            let history: PurchaseHistory = try await shopper.get("/v1/player/purchases")
            #expect(history.purchases.count == 1)
        }
    }

    @Test func `who has lost a race for money gets the refusal again, however rich they are by then`() async throws {
        let shopper = try await Shopper(started(welcome: 1))
        let wish = try shopper.purchaseRequest()
        let first = try await shopper.buy(wish, key: "poor")
        _ = try await shopper.server.database.post(
            .init(
                player: try #require(Int64(shopper.tokens.player)), currency: "coins", amount: 1_000_000,
                counterpart: .grants, reason: "test", by: "test",
                key: "rich", at: shopper.server.time.now))
        let again = try await shopper.buy(wish, key: "poor")
        #expect(try first.code() == .insufficientFunds)
        #expect(try again.code() == .insufficientFunds)
        #expect(try again.problem().replayed == true)
        #expect(try await shopper.buy(wish, key: "rich").status == 200)
    }

    @Test func `sixty players at one address have no more refusals kept in ten seconds than it may order`()
        async throws
    {
        let server = try await started(welcome: 0, limits: LimitSettings(address: 10_000))
        let shoppers = try await shoppers(60, server)
        let body = try WireJSON.encode(shoppers[0].purchaseRequest())
        var statuses: [Int: Int] = [:]
        for second in 0..<10 {
            for shopper in shoppers {
                for order in 0..<20 {
                    statuses[try await shopper.request(body, key: "\(second)-\(order)")().status, default: 0] += 1
                }
            }
            server.time.now = server.time.now + .seconds(1)
        }
        #expect(statuses == [409: 2600, 429: 9400])
        var kept = 0
        for shopper in shoppers {
            let player = try #require(Int64(shopper.tokens.player))
            kept += try await server.database.orders(of: player, before: nil, limit: 999).count
        }
        #expect(kept == 2600)
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "1.5", "\"1\"", "null", "true", "1e400", "NaN",
    ])
    func `a number that is none, or too large to be one, is refused before anything is judged`(number: String)
        async throws
    {
        let shopper = try await Shopper(started())
        for field in Self.numbers {
            let answer = try await buy(by: shopper, writing: number, for: field)
            #expect(answer.status == 400, "\(field) \(number): \(answer.text)")
        }
        #expect(try await shopper.balance() == 1000)
        #expect(try await history(of: shopper).isEmpty)
    }

    @Test func `a whole number may be written as JSON may write it, and is judged as what it is`() async throws {
        let shopper = try await Shopper(started())
        for field in Self.numbers.dropLast() {
            let code = try await buy(by: shopper, writing: "1e3", for: field).code()
            #expect([.notFound, .notOnSale].contains(code), "\(field): \(code)")
        }
        #expect(try await history(of: shopper).isEmpty)
        #expect(try await buy(by: shopper, writing: "1e3", for: "price").code() == .priceChanged)
        #expect(try await history(of: shopper).map(\.price) == [1000])
        #expect(try await shopper.balance() == 1000)
    }

    private static let numbers = ["slot", "position", "revision", "price"]

    /// Wishes for what is on the shelf, but with one of its numbers written otherwise.
    private func buy(by shopper: Shopper, writing number: String, for field: String) async throws
        -> InProcessClient.Answer
    {
        let wish = try shopper.purchaseRequest()
        var fields = [
            "chain": "\"\(wish.chain)\"", "slot": "\(wish.slot)", "position": "0", "revision": "0",
            "price": "\(wish.price)",
        ]
        fields[field] = number
        let body = "{\(fields.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
        return try await shopper.request(Array(body.utf8), key: "k")()
    }

    private func history(of shopper: Shopper) async throws -> [PurchaseRecord] {
        try await shopper.get("/v1/player/purchases", as: PurchaseHistory.self).purchases
    }

    private func atOnce(_ requests: [Shopper.Request]) async throws -> [InProcessClient.Answer] {
        try await withThrowingTaskGroup { group in
            for request in requests { group.addTask { try await request() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func shoppers(_ count: Int, _ server: VirtualServer) async throws -> [Shopper] {
        var shoppers: [Shopper] = []
        for number in 0..<count {
            shoppers.append(try await Shopper(server, credential: [UInt8](repeating: UInt8(number), count: 16)))
        }
        return shoppers
    }

    private func started(
        welcome: Int64 = 1000, limits: LimitSettings = LimitSettings(address: 10_000, player: 10_000),
        changing: (inout StoreContent) -> Void = { _ in }
    ) async throws -> VirtualServer {
        var configuration = Fixtures.configuration()
        configuration.settings.players.welcome = ["coins": welcome]
        configuration.settings.limits = limits
        changing(&configuration.content.stores[0])
        return try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }
}
