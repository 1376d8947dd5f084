import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `A store that was closed` {
    private func shopper() async throws -> Shopper {
        var configuration = Fixtures.configuration()
        configuration.settings.players.welcome = ["coins": 1000]
        return try await Shopper(
            VirtualServer(
                configuration: configuration, database: SQLiteDatabase.inMemory(),
                time: ManualTimeline(at: Fixtures.start + .seconds(20))))
    }

    private func close(_ store: String, _ server: VirtualServer) async throws {
        server.configuration.content.stores.removeAll { $0.id == store }
        try await server.putContentInForce()
    }

    @Test func `sells nothing more, and says why`() async throws {
        let shopper = try await self.shopper()
        let wish = try shopper.purchaseRequest()
        try await close("main", shopper.server)
        let answer = try await shopper.buy(wish)
        #expect(answer.status == 410)
        #expect(try answer.code() == .storeGone)
        #expect(try await shopper.balance() == 1000)
    }

    @Test func `gives the receipt again of what it sold before`() async throws {
        let shopper = try await self.shopper()
        let wish = try shopper.purchaseRequest()
        let first = try await shopper.buy(wish).confirmation()
        try await close("main", shopper.server)
        let again = try await shopper.buy(wish).confirmation()
        #expect(again.receipt == first.receipt)
        #expect(again.replayed)
        #expect(again.balance == 1000 - wish.price)
        try await shopper.server.restart()
        #expect(try await shopper.buy(wish).confirmation().receipt == first.receipt)
    }

    @Test func `has receipts that stand`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let signed = try await shopper.buy(shopper.purchaseRequest()).confirmation().receipt
        try await close("main", server)
        let answer = try await server.postAsAdmin("/v1/admin/receipts", signed, key: nil, token: "game")
        let told = try WireJSON.decode(ReceiptAnswer.self, answer.body)
        #expect((told.stands, told.owned) == (true, 1))
    }

    @Test func `has numbers as before, if it has sold something`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        _ = try await shopper.buy(shopper.purchaseRequest())
        server.configuration.content.stores = [Fixtures.sealedStore(id: "annex")]
        try await server.putContentInForce()
        let figures: SalesAnswer = try await server.getAsAdmin("/v1/admin/numbers?store=main")
        #expect(figures.sales.map(\.sold) == [1])
        #expect(try await server.askAsAdmin("/v1/admin/numbers?store=bazaar").status == 400)
    }

    @Test func `sells again when it is back, on the listings that it had`() async throws {
        let shopper = try await self.shopper()
        let wish = try shopper.purchaseRequest()
        let stores = shopper.server.configuration.content.stores
        try await close("main", shopper.server)
        shopper.server.configuration.content.stores = stores
        try await shopper.server.putContentInForce()
        #expect(try await shopper.buy(wish).status == 200)
    }

    @Test func `that never was is not found`() async throws {
        let shopper = try await self.shopper()
        let wish = try shopper.purchaseRequest()
        #expect(try await shopper.buy(wish, store: "never").code() == .notFound)
    }

    @Test func `a listing on a position that is gone can be bought until it ends`() async throws {
        let shopper = try await self.shopper()
        let (wish, last) = (try shopper.purchaseRequest(position: 0), try shopper.purchaseRequest(position: 3))
        shopper.server.configuration.content.stores[0].rules = Fixtures.sealedStore(positions: 2).rules
        try await shopper.server.putContentInForce()
        #expect(try await shopper.buy(wish, key: "a").status == 200)
        #expect(try await shopper.buy(last, key: "b").status == 200)
        await shopper.server.advance(to: Fixtures.start + .minutes(25))
        let listings = try #require(shopper.server.engine.shelves["main"]).listings
        #expect(Set(listings.values.map(\.position)) == [0, 1])
    }
}
