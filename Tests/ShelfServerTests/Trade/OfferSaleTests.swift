import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// Buying an offer of several listings, under the names of its listings.
@Suite struct `Buying an offer of several listings` {
    private func server(_ edit: (inout StoreContent) -> Void = { _ in }) async throws -> VirtualServer {
        var store = Fixtures.sealedStore()
        store.rules = StoreRules(store: "main", positions: 2, shelfLife: 5 * 3600...6 * 3600)
        store.sale.grace = .seconds(10)
        edit(&store)
        var configuration = Fixtures.configuration(stores: [store], appSecrets: [:])
        configuration.settings.players.welcome = ["coins": 10_000]
        let server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start))
        // Three listings of one offer at least come after this.
        var now = Fixtures.start
        while offer(server).end - now < .hours(3) {
            now = offer(server).end
            await server.advance(to: now)
        }
        return server
    }

    private func listing(_ server: VirtualServer) -> StoredListing {
        let now = server.time.now
        return server.engine.shelves["main"]!.listings.values.first {
            $0.position == 0 && $0.start <= now && now < $0.end
        }!
    }

    private func offer(_ server: VirtualServer) -> Offer { listing(server).offer! }

    /// The one player, signed in anew, since hours pass.
    private func buyer(_ server: VirtualServer) async throws -> Shopper { try await Shopper(server) }

    private func codes(_ wishes: [PurchaseRequest], key: String, on server: VirtualServer) async throws -> [String] {
        var codes: [String] = []
        for (index, wish) in wishes.enumerated() {
            let answer = try await buyer(server).buy(wish, key: "\(key)\(index)")
            codes.append(answer.status == 200 ? "sold" : try answer.code().rawValue)
        }
        return codes
    }

    @Test func `a listing's name is taken until an hour after its own end, and the receipt keeps it`() async throws {
        let server = try await server()
        let first = listing(server)
        let wish = try await buyer(server).purchaseRequest()
        await server.advance(to: first.end + .minutes(59))
        let answer = try await buyer(server).buy(wish, key: "late").confirmation()
        let key = try #require(PublicKey(server.engine.descriptions[0].publicKey))
        #expect(answer.receipt.opened(with: key)?.slot == wish.slot)
        await server.advance(to: first.end + .minutes(61))
        #expect(try await codes([wish], key: "over", on: server) == ["not_found"])
        #expect(try await buyer(server).buy(wish, key: "late").confirmation().replayed)
    }

    @Test func `it is sold in the last second of a listing, at its own end within the grace, and not after that`()
        async throws
    {
        let server = try await server()
        let (first, offer) = (listing(server), offer(server))
        let wish = try await buyer(server).purchaseRequest()
        await server.advance(to: first.end - .milliseconds(1))
        #expect(try await codes([wish], key: "a", on: server) == ["sold"])
        await server.advance(to: offer.end - .milliseconds(1))
        let last = try await buyer(server).purchaseRequest()
        await server.advance(to: offer.end + .milliseconds(9999))
        #expect(try await codes([last], key: "b", on: server) == ["sold"])
        await server.advance(to: offer.end + .seconds(10))
        #expect(try await codes([last], key: "c", on: server) == ["sale_over"])
    }

    @Test func `limits and stock count all of its listings together`() async throws {
        let limited = try await server { $0.sale.limits = PurchaseLimits(listing: 2) }
        let stocked = try await server { $0.sale.stock = 2 }
        for (server, code) in [(limited, "limit_reached"), (stocked, "sold_out")] {
            let first = listing(server)
            let wish = try await buyer(server).purchaseRequest()
            #expect(try await codes([wish], key: "a", on: server) == ["sold"])
            await server.advance(to: first.end + .minutes(1))
            let next = try await buyer(server).purchaseRequest()
            #expect(next.slot > wish.slot)
            #expect(try await codes([next, wish, next], key: "b", on: server) == ["sold", code, code])
        }
    }

    @Test func `withdrawn by any instant of it, it is off sale for good, under all its names`() async throws {
        let server = try await server()
        let (first, offer) = (listing(server), offer(server))
        let wish = try await buyer(server).purchaseRequest()
        await server.advance(to: first.end + .minutes(1))
        let order = WithdrawalOrder(
            goods: .listing(store: "main", position: 0, start: offer.start + .milliseconds(1)), reason: "x", by: "anna",
            key: "w", at: server.time.now)
        guard
            case .withdrawn(let withdrawal, false) = try await server.engine.withdrawals.withdraw(
                order, audit: { _ in nil })
        else {
            Issue.record("not withdrawn")
            return
        }
        #expect(withdrawal.order.goods == .offer(store: "main", position: 0, span: offer.span))
        let next = try await buyer(server).purchaseRequest()
        #expect(try await codes([wish, next], key: "a", on: server) == ["withdrawn", "withdrawn"])
        try await server.restart()
        await server.advance(to: offer.end - .minutes(2))
        let last = try await buyer(server).purchaseRequest()
        #expect(last.slot > next.slot)
        #expect(try await codes([last], key: "b", on: server) == ["withdrawn"])
        var witness = try await Witness(store: "main", client: server.client)
        #expect(try await !witness.look(at: server.client).header.withdrawn!.isEmpty)
        await server.advance(to: offer.end + .minutes(1))
        #expect(try await codes([buyer(server).purchaseRequest()], key: "c", on: server) == ["sold"])
    }

    @Test func `replaced, it sells under its last name until the replacement's grace is over`() async throws {
        let server = try await server()
        let first = listing(server)
        let wish = try await buyer(server).purchaseRequest()
        await server.advance(to: first.end - .minutes(2))
        let order = ChangeOrder(
            store: "main", kind: .replacement(position: 0, start: first.end, item: "item-299"), reason: "x", by: "anna",
            key: "r", at: server.time.now)
        _ = try await server.engine.publisher.change(order, timeline: server.time.timeline) { _ in nil }
        await server.advance(to: first.end + .seconds(9))
        #expect(try await codes([wish], key: "a", on: server) == ["sold"])
        await server.advance(to: first.end + .seconds(10))
        #expect(try await codes([wish], key: "b", on: server) == ["sale_over"])
        let new = try await buyer(server).purchaseRequest()
        #expect(try await codes([new], key: "c", on: server) == ["sold"])
    }

    private func withdraw(
        _ goods: WithdrawalOrder.Goods, key: String, on server: VirtualServer
    ) async throws -> (withdrawal: Withdrawal, isReplay: Bool) {
        let order = WithdrawalOrder(goods: goods, reason: "x", by: "anna", key: key, at: server.time.now)
        let answer = try await server.engine.withdrawals.withdraw(order, audit: { _ in nil })
        guard case .withdrawn(let withdrawal, let isReplay) = answer else { throw Refused(answer: answer) }
        return (withdrawal, isReplay)
    }

    private struct Refused: Error {
        let answer: WithdrawalAnswer
    }

    @Test func `what took the place of an offer's last listing is withdrawn by its own start, and not the offer`()
        async throws
    {
        let server = try await server()
        let offer = offer(server)
        var now = listing(server)
        var next = now
        while next.end != offer.end || next == now {
            await server.advance(to: now.end - .minutes(5))
            next = try #require(
                server.engine.shelves["main"]?.listings.values.first { $0.position == 0 && $0.start == now.end })
            if next.end < offer.end {
                await server.advance(to: now.end)
                (now, next) = (listing(server), listing(server))
            }
        }
        let change = ChangeOrder(
            store: "main", kind: .replacement(position: 0, start: next.start, item: "item-299"), reason: "x",
            by: "anna",
            key: "r", at: server.time.now)
        _ = try await server.engine.publisher.change(change, timeline: server.time.timeline) { _ in nil }
        let goods = WithdrawalOrder.Goods.listing(store: "main", position: 0, start: next.start)
        #expect(try await withdraw(goods, key: "w", on: server).withdrawal.order.goods == goods)
        let before = try await buyer(server).purchaseRequest()
        #expect(try await codes([before], key: "a", on: server) == ["sold"])
        await server.advance(to: next.start + .seconds(1))
        #expect(try await codes([buyer(server).purchaseRequest()], key: "b", on: server) == ["withdrawn"])
    }

    @Test func `a withdrawal is answered alike when it is sent again after the offer`() async throws {
        let server = try await server()
        let (first, offer) = (listing(server), offer(server))
        let goods = WithdrawalOrder.Goods.listing(store: "main", position: 0, start: first.start)
        #expect(try await !withdraw(goods, key: "w", on: server).isReplay)
        await server.advance(to: offer.end + .hours(2))
        try await server.restart()
        #expect(try await withdraw(goods, key: "w", on: server).isReplay)
    }

    @Test func `an item's withdrawal ends the offer for good, and a store's ends with its lift`() async throws {
        for isStore in [false, true] {
            let server = try await server()
            let (first, offer) = (listing(server), offer(server))
            let goods: WithdrawalOrder.Goods =
                isStore ? .store("main") : .item(offer.item, store: nil)
            let (withdrawal, _) = try await withdraw(goods, key: "w", on: server)
            #expect(try await codes([buyer(server).purchaseRequest()], key: "a", on: server) == ["withdrawn"])
            let lift = LiftOrder(
                withdrawal: withdrawal.number, reason: "x", by: "anna", key: "l", at: server.time.now)
            _ = try await server.engine.withdrawals.lift(lift, audit: { _ in nil })
            await server.advance(to: first.end + .hours(1) + .minutes(5))
            #expect(self.offer(server).span == offer.span)
            let code = isStore ? "sold" : "withdrawn"
            #expect(try await codes([buyer(server).purchaseRequest()], key: "b", on: server) == [code])
        }
    }
}
