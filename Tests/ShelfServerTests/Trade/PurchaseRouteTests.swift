import HTTPTypes
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Buying over the routes` {
    @Test func `what is on the shelf is sold, with a receipt that the store's key proves`() async throws {
        let shopper = try await shopper()
        let wish = try shopper.purchaseRequest()
        let answer = try await shopper.buy(wish)
        let confirmation = try answer.confirmation()
        let key = try #require(PublicKey(shopper.server.engine.descriptions[0].publicKey))
        let receipt = try #require(confirmation.receipt.opened(with: key))
        #expect(answer.status == 200)
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect((receipt.player, receipt.key, receipt.price) == (shopper.tokens.player, "k1", wish.price))
        #expect((receipt.chain, receipt.slot, receipt.position) == (wish.chain, wish.slot, wish.position))
        #expect(!confirmation.replayed)
        #expect(confirmation.balance == 1000 - wish.price)
        #expect(try await shopper.balance() == 1000 - wish.price)
        let other = try #require(PublicKey(shopper.server.engine.descriptions[1].publicKey))
        #expect(confirmation.receipt.opened(with: other) == nil)
    }

    @Test func `the same request brings the same receipt, also after a restart and long after the sale`() async throws {
        let shopper = try await shopper()
        let wish = try shopper.purchaseRequest()
        let first = try await shopper.buy(wish).confirmation()
        let again = try await shopper.buy(wish).confirmation()
        try await shopper.server.restart()
        let restarted = try await shopper.buy(wish).confirmation()
        await shopper.server.advance(to: Fixtures.start + .minutes(14))
        let late = try await shopper.buy(wish).confirmation()
        for other in [again, restarted, late] {
            #expect(other.receipt == first.receipt)
            #expect(other.replayed)
        }
        #expect(try await shopper.balance() == 1000 - wish.price)
    }

    @Test func `a key is good for one wish`() async throws {
        let shopper = try await shopper()
        _ = try await shopper.buy(shopper.purchaseRequest(position: 0))
        let other = try await shopper.buy(shopper.purchaseRequest(position: 1))
        #expect(other.status == 409)
        #expect(try other.code() == .keyReused)
    }

    @Test func `before its start nothing is told of a listing, not even whether there is one`() async throws {
        let shopper = try await shopper()
        let listings = shopper.server.engine.shelves["main"]!.listings
        let (name, listing) = try #require(listings.first { $1.start > shopper.server.time.now + .seconds(10) })
        let chain = try #require(ChainID(bytes: name.chain))
        let price = try #require(Card(plaintext: listing.card)).price
        func ask(slot: Int, position: Int, price: Int64) async throws -> InProcessClient.Answer {
            try await shopper.buy(
                PurchaseRequest(chain: chain, slot: slot, position: position, revision: 0, price: price))
        }
        let answers = [
            try await ask(slot: name.slot, position: name.position, price: price),
            try await ask(slot: name.slot, position: name.position, price: price + 1),
            try await ask(slot: name.slot, position: 99, price: price),
            try await ask(slot: name.slot + 7, position: name.position, price: price),
        ]
        #expect(Set(answers.map(\.text)).count == 1)
        #expect(try answers[0].code() == .notOnSale)
        await shopper.server.advance(to: listing.start)
        #expect(try await ask(slot: name.slot, position: name.position, price: price).status == 200, "nothing was kept")
    }

    @Test func `a server that isn't sure of the time judges nothing before the key may be known`() async throws {
        let shopper = try await shopper()
        let listings = shopper.server.engine.shelves["main"]!.listings
        let (name, listing) = try #require(listings.first { $1.start > shopper.server.time.now + .seconds(10) })
        await shopper.server.advance(to: listing.start)
        let wish = try shopper.purchaseRequest(position: name.position)
        shopper.server.time.uncertaintyUs = 400_000
        #expect(try await shopper.buy(wish).code() == .notOnSale, "the key is out 300 ms ahead, by a clock 400 ms off")
        shopper.server.time.uncertaintyUs = 300_000
        #expect(try await shopper.buy(wish).status == 200)
    }

    @Test func `a tap that was under way at the end is still good for the grace, and not longer`() async throws {
        let shopper = try await shopper()
        let wish = try shopper.purchaseRequest()
        let chain = try #require(
            shopper.server.engine.shelves["main"]?.listings.first { $0.key.slot == wish.slot && $0.key.position == 0 })
        await shopper.server.advance(to: chain.value.end + .milliseconds(499))
        #expect(try await shopper.buy(wish, key: "a").status == 200)
        await shopper.server.advance(to: chain.value.end + .milliseconds(500))
        #expect(try await shopper.buy(wish, key: "b").code() == .saleOver)
        #expect(try await shopper.buy(wish, key: "b").problem().replayed == true)
    }

    @Test func `a minute that begins in the grace doesn't end it`() async throws {
        var store = Fixtures.sealedStore()
        store.rules = StoreRules(store: "main", positions: 4, noRepeat: .zero)
        store.sale.grace = .seconds(10)
        let shopper = try await shopper(stores: [store])
        let listings = shopper.server.engine.shelves["main"]!.listings
        let (name, listing) = try #require(
            listings.first { $1.start > shopper.server.time.now && $1.end.milliseconds % 60_000 > 51_000 })
        await shopper.server.advance(to: listing.start)
        let wish = try shopper.purchaseRequest(position: name.position)
        await shopper.server.advance(to: listing.end.floored(to: .minutes(1)) + .minutes(1))
        #expect(try await shopper.buy(wish).status == 200)
    }

    @Test func `another price than the card's is refused`() async throws {
        let shopper = try await shopper()
        let wish = try shopper.purchaseRequest()
        for price in [wish.price - 1, wish.price + 1, 0, 9_007_199_254_740_991] {
            #expect(try await shopper.buy(wish.at(price: price), key: "p\(price)").code() == .priceChanged)
        }
        #expect(try await shopper.balance() == 1000)
    }

    @Test(arguments: [-1, .min])
    func `an order at a price below zero is no order, and nothing of it is kept`(price: Int64) async throws {
        let shopper = try await shopper()
        let answer = try await shopper.buy(shopper.purchaseRequest().at(price: price))
        #expect(answer.status == 400)
        #expect(try answer.problem().detail == "price must be 0 or more, as the card shows it.")
        #expect(try await shopper.buy(shopper.purchaseRequest()).status == 200)
    }

    @Test(arguments: [9_007_199_254_740_992, .max])
    func `an order at a price that no card can have is no order`(price: Int64) async throws {
        let shopper = try await shopper()
        let answer = try await shopper.buy(shopper.purchaseRequest().at(price: price))
        #expect(answer.status == 400)
        #expect(try answer.problem().detail == "price must be 9007199254740991 at most, as the card shows it.")
    }

    @Test func `who has too little is told so, and once more the same`() async throws {
        let shopper = try await shopper(welcome: 5)
        let wish = try shopper.purchaseRequest()
        #expect(try await shopper.buy(wish).code() == .insufficientFunds)
        #expect(try await shopper.buy(wish).problem().replayed == true)
    }

    @Test(arguments: ["", "a b", "ü", String(repeating: "k", count: 65)])
    func `a key that is none is refused`(key: String) async throws {
        let shopper = try await shopper()
        #expect(try await shopper.buy(shopper.purchaseRequest(), key: key).code() == .badRequest)
    }

    @Test func `without a key nothing is bought`() async throws {
        let shopper = try await shopper()
        #expect(try await shopper.buy(shopper.purchaseRequest(), key: nil).code() == .keyMissing)
    }

    @Test func `a token may stand behind several spaces`() async throws {
        let shopper = try await shopper()
        let headers: HTTPFields = [.authorization: "bearer   \(shopper.tokens.token)"]
        #expect(try await shopper.server.client.send("/v1/player", headers: headers).status == 200)
    }

    @Test func `a body that is no purchase is refused in words`() async throws {
        let shopper = try await shopper()
        let headers: HTTPFields = [
            .authorization: "Bearer \(shopper.tokens.token)", HTTPField.Name("Idempotency-Key")!: "k",
        ]
        let chain = String(repeating: "A", count: 22)
        for (body, word) in [
            ("{}", "no chain"), ("", "JSON"), ("[1]", "The body must be an object."), (#"{"chain":"x"}"#, "chain"),
            (#"{"chain":7}"#, "chain in the body must be a text."),
            (#"{"chain":"\#(chain)","slot":"1"}"#, "slot in the body must be a whole number."),
        ] {
            let answer = try await shopper.server.client.send(
                "/v1/stores/main/purchases", method: .post, headers: headers, body: Array(body.utf8))
            #expect(answer.status == 400)
            #expect(try answer.problem().detail.contains(word), "\(answer.text)")
        }
        let long = try await shopper.server.client.send(
            "/v1/stores/main/purchases", method: .post, headers: headers,
            body: [UInt8](repeating: UInt8(ascii: " "), count: 20_000))
        #expect(long.status == 413)
    }

    @Test func `a wish for nowhere and nothing finds nothing`() async throws {
        let shopper = try await shopper()
        let wish = try shopper.purchaseRequest()
        #expect(try await shopper.buy(wish, store: "nowhere").status == 404)
        for (slot, position) in [(0, 0), (-1, 0), (Int.max, 0), (wish.slot, -1), (wish.slot, Int.max)] {
            let other = PurchaseRequest(chain: wish.chain, slot: slot, position: position, revision: 0, price: 1)
            #expect(try await shopper.buy(other).status == 404)
        }
    }

    @Test func `what a player owns and did is theirs to see`() async throws {
        let shopper = try await shopper()
        let wish = try shopper.purchaseRequest()
        _ = try await shopper.buy(wish, key: "a")
        _ = try await shopper.buy(
            PurchaseRequest(chain: wish.chain, slot: wish.slot, position: 0, revision: 0, price: 1), key: "b")
        let inventory: InventoryAnswer = try await shopper.get("/v1/player/inventory")
        #expect(inventory.items.map(\.count) == [1])
        let history: PurchaseHistory = try await shopper.get("/v1/player/purchases?limit=1")
        #expect(history.purchases.map(\.outcome) == ["price_changed"])
        let rest: PurchaseHistory = try await shopper.get(
            "/v1/player/purchases?limit=1&before=\(try #require(history.next))")
        #expect(rest.purchases.map(\.outcome) == ["sold"])
        #expect(rest.next == nil)
        let other = try await Shopper(shopper.server, credential: [UInt8](repeating: 8, count: 16))
        #expect(try await other.get("/v1/player/inventory", as: InventoryAnswer.self).items.isEmpty)
    }

    @Test func `what was bought is shown as its card was, though the item be renamed or gone`() async throws {
        let shopper = try await shopper()
        let wish = try shopper.purchaseRequest()
        let item = try #require(shopper.server.configuration.content.catalogue[shopper.item(of: wish)])
        _ = try await shopper.buy(wish)
        for name in ["Renamed", nil] {
            let released = Item.Release.date(CalendarDate(year: 2020, month: 1, day: 1)!)
            shopper.server.configuration.content.catalogue = try Catalogue(
                (0..<300).map {
                    Item(
                        id: name == nil ? "new-\($0)" : "item-\($0)", name: name ?? "New", set: "x", released: released,
                        price: 1)
                })
            try await shopper.server.restart()
            let owned = try await shopper.get("/v1/player/inventory", as: InventoryAnswer.self).items[0]
            #expect((owned.item, owned.name, owned.set, owned.glyph) == (item.id, item.name, item.set, "⭐"))
            let bought = try await shopper.get("/v1/player/purchases", as: PurchaseHistory.self).purchases[0]
            #expect((bought.name, bought.set, bought.glyph, bought.price) == (item.name, item.set, "⭐", item.price))
        }
    }

    @Test func `an item that has left the catalogue is sold on the terms that it had, as long as it stands there`()
        async throws
    {
        func catalogue(_ ids: String, limit: Int64?) throws -> Catalogue {
            let released = Item.Release.date(CalendarDate(year: 2020, month: 1, day: 1)!)
            return try Catalogue(
                (0..<300).map {
                    Item(id: "\(ids)-\($0)", name: "Thing", set: "x", released: released, price: 1, limit: limit)
                })
        }
        let shopper = try await shopper()
        shopper.server.configuration.content.catalogue = try catalogue("item", limit: 1)
        try await shopper.server.putContentInForce()
        let wish = try shopper.purchaseRequest()
        #expect(try await shopper.buy(wish, key: "first").status == 200)
        shopper.server.configuration.content.catalogue = try catalogue("other", limit: nil)
        try await shopper.server.putContentInForce()
        #expect(try await shopper.buy(wish, key: "second").code() == .ownedAlready)
    }

    @Test func `a player whom the database has lost is told to sign in again, and nothing is sold to them`()
        async throws
    {
        let (whole, older) = (try SQLiteDatabase.inMemory(), try SQLiteDatabase.inMemory())
        for database in [whole, older] {
            _ = try await database.keep(secret: [UInt8](repeating: 4, count: 32), as: "player tokens")
        }
        let lost = try await shopper(database: whole, at: Fixtures.start + .seconds(21))
        let present = try await shopper(database: older)
        let answer = try await present.server.client.send(
            "/v1/stores/main/purchases", method: .post,
            headers: [
                .authorization: "Bearer \(lost.tokens.token)",
                HTTPField.Name(PurchaseRequest.keyHeader)!: "k",
            ], body: WireJSON.encode(present.purchaseRequest()))
        #expect(answer.status == 401)
        #expect(try await present.buy(present.purchaseRequest()).status == 200)
    }

    @Test func `a database that can't be written costs a 503 and nothing else`() async throws {
        let faults = DatabaseFaults()
        let shopper = try await shopper(database: SQLiteDatabase.inMemory(faults: faults.hook))
        let wish = try shopper.purchaseRequest()
        faults.writing = true
        let answer = try await shopper.buy(wish)
        #expect(answer.status == 503)
        #expect(answer.headers[.retryAfter] == "1")
        #expect(try await shopper.balance() == 1000)
        faults.writing = false
        #expect(try await shopper.buy(wish).status == 200)
    }

    @Test(arguments: ["", "/inventory", "/purchases"])
    func `a database that can't be read costs a 503 and not a 500`(path: String) async throws {
        let faults = DatabaseFaults()
        let shopper = try await shopper(database: SQLiteDatabase.inMemory(faults: faults.hook))
        let wish = try shopper.purchaseRequest()
        #expect(try await shopper.buy(wish).status == 200)
        await shopper.server.advance(to: Fixtures.start + .minutes(14))
        try await shopper.server.restart()
        faults.reading = true
        let answers = [
            try await shopper.server.client.send(
                "/v1/player\(path)", headers: [.authorization: "Bearer \(shopper.tokens.token)"]),
            try await shopper.buy(wish),
        ]
        #expect(try answers.map { try $0.code() } == [.unavailable, .unavailable])
        faults.reading = false
        #expect(try await shopper.buy(wish).confirmation().replayed)
    }

    private func shopper(
        welcome: Int64 = 1000, database: (any ShelfDatabase)? = nil,
        stores: [StoreContent] = [Fixtures.sealedStore(), Fixtures.prefetchedStore()],
        at instant: Instant = Fixtures.start + .seconds(20)
    ) async throws -> Shopper {
        var configuration = Fixtures.configuration(stores: stores)
        configuration.settings.players.welcome = ["coins": welcome]
        let server = try await VirtualServer(
            configuration: configuration, database: database ?? SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: instant))
        return try await Shopper(server)
    }
}

extension PurchaseRequest {
    fileprivate func at(price: Int64) -> PurchaseRequest {
        PurchaseRequest(chain: chain, slot: slot, position: position, revision: revision, price: price)
    }
}
