import ShelfDatabase
import ShelfModel
import ShelfPostgres
import ShelfSQL
import ShelfTesting
import Testing

@Suite(.needsPostgres) struct `A connection that breaks` {
    /// A shop whose connections can be broken, and another way into its database.
    private struct Shop {
        let proxy: CuttingProxy
        let database: PostgresDatabase
        let direct: PostgresDatabase
        let player: Int64
        let address: [String: String]

        init() async throws {
            let test = try TestDatabase()
            address = test.address
            proxy = try await CuttingProxy(to: try #require(address["host"]))
            direct = try await PostgresDatabase(address)
            database = try await PostgresDatabase(proxy.address(of: address))
            player = try await Trade.player(direct, coins: 1_000_000)
        }

        /// Two copies of one edition, for which a batch sends every kind of statement.
        func orders(_ name: String) -> [PurchaseOrder] {
            (0..<2).map { number in
                Trade.order(
                    player, "\(name) \(number)", price: 1, edition: 100_000, stock: 100_000,
                    limits: PurchaseLimits(listing: 100_000, day: 100_000))
            }
        }
    }

    @Test(arguments: CuttingProxy.Sender.allCases)
    func `a batch whose connection breaks once is settled all the same, and once`(sender: CuttingProxy.Sender)
        async throws
    {
        let shop = try await Shop()
        var (message, copies, cuts) = (0, [Int64?](), 1)
        while cuts == 1 {
            let orders = shop.orders("\(message)")
            shop.proxy.cut(before: [message], from: sender)
            let settled = try await shop.database.settle(orders)
            cuts = shop.proxy.stopCutting()
            let again = try await shop.direct.settle(orders)
            #expect(again.map(\.settled) == settled.map(\.settled), "cut before message \(message)")
            #expect(!again.map(\.isReplay).contains(false))
            copies += again.map(\.settled?.copy)
            message += 1
        }
        #expect(message > 20, "only \(message) messages were cut")
        #expect(shop.database.errors[.lost] == 0, "what was settled in the end has not failed")
        #expect(copies == (1...Int64(copies.count)).map { $0 })
        #expect(try await shop.direct.balances(of: shop.player) == ["coins": 1_000_000 - Int64(copies.count)])
        try await shop.proxy.close()
    }

    @Test(arguments: CuttingProxy.Sender.allCases, [true, false])
    func `a batch whose connection breaks twice says whether it may have been committed`(
        sender: CuttingProxy.Sender, isCutAtOnce: Bool
    ) async throws {
        let shop = try await Shop()
        var (message, cuts, unknown) = (0, 1, 0)
        while cuts > 0 {
            let orders = shop.orders("\(message)")
            try await eventually("it connects again") { (try? await shop.database.balances(of: shop.player)) != nil }
            shop.proxy.cut(before: [message, isCutAtOnce ? 0 : message], from: sender)
            do {
                _ = try await shop.database.settle(orders)
                cuts = shop.proxy.stopCutting()
                #expect(cuts < 2, "it was settled without a connection")
            } catch let lost as DatabaseLost {
                cuts = shop.proxy.stopCutting()
                #expect(shop.database.errors[.lost] > 0)
                unknown += lost.mayBeCommitted ? 1 : 0
                let kept = try await shop.direct.settled(orders[0].id)
                #expect(lost.mayBeCommitted || kept == nil, "it was committed, though cut before message \(message)")
            }
            _ = try await shop.direct.settle(orders)
            message += 1
        }
        #expect(message > 20, "only \(message) messages were cut")
        #expect(unknown > 0 || !isCutAtOnce, "no commit was cut")
        let sold = try await shop.direct.editionsSold()
        #expect(sold.values.reduce(0, +) == Int64(2 * message))
        try await shop.proxy.close()
    }

    @Test func `an order that is too old by the database's clock isn't judged, and a younger one is`() async throws {
        let shop = try await Shop()
        let strict = try await PostgresDatabase(shop.address, judgingUpTo: .seconds(5))
        let now = try TestDatabase.now(on: shop.address)
        let old = Trade.order(shop.player, "old", price: 1, at: now - .seconds(6))
        await #expect(throws: OrderTooOld.self) { try await strict.settle([old]) }
        #expect(try await shop.direct.settled(old.id) == nil)
        let young = Trade.order(shop.player, "young", price: 1, at: now)
        #expect(try await strict.settle([young]).map(\.isReplay) == [false])
    }
}

extension PurchaseAnswer {
    fileprivate var isReplay: Bool {
        if case .judged(_, _, let isReplay) = self { isReplay } else { false }
    }
}

extension SettledOrder {
    fileprivate var copy: Int64? {
        if case .sold(let number) = verdict { number } else { nil }
    }
}
