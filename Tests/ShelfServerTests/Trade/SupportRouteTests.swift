import HTTPTypes
import ShelfDatabase
import ShelfModel
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Support looks up` {
    @Test func `players are listed page by page, the last who came first`() async throws {
        let (server, first) = try await VirtualServer.withAdmins()
        var numbers = [first.tokens.player]
        for index: UInt8 in 1...4 {
            server.time.now = server.time.now + .seconds(1)
            let shopper = try await Shopper(server, credential: [UInt8](repeating: index, count: 16))
            numbers.insert(shopper.tokens.player, at: 0)
        }
        let page: PlayersAnswer = try await server.getAsAdmin("/v1/admin/players?limit=3")
        #expect(page.players.map(\.player) == Array(numbers[..<3]))
        #expect(page.players[0].createdAt == server.time.now.milliseconds)
        let before = try #require(page.next)
        let rest: PlayersAnswer = try await server.getAsAdmin("/v1/admin/players?limit=3&before=\(before)")
        #expect(rest.players.map(\.player) == Array(numbers[3...]))
        #expect(rest.next == nil)
        let whole: PlayersAnswer = try await server.getAsAdmin("/v1/admin/players?limit=5")
        #expect(whole.players.count == 5 && whole.next == nil)
    }

    @Test(arguments: ["players", "players/1/purchases", "players/1/journal", "items/item-1/purchases"])
    func `a page that can't be is refused`(list: String) async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let path = "/v1/admin/\(list.replacing("/1/", with: "/\(shopper.tokens.player)/"))"
        for query in ["before=0", "before=x", "limit=0", "limit=201"] {
            #expect(try await server.askAsAdmin("\(path)?\(query)").code() == .badRequest)
        }
    }

    @Test func `a player has an inventory`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let wish = try shopper.purchaseRequest()
        _ = try await shopper.buy(wish)
        let inventory: InventoryAnswer = try await server.getAsAdmin(
            "/v1/admin/players/\(shopper.tokens.player)/inventory")
        #expect(inventory.items.map(\.item) == [try shopper.item(of: wish)])
        #expect(inventory.items.map(\.count) == [1])
    }

    @Test func `a purchase's number finds its player and its listing, also when it was refused`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let wish = try shopper.purchaseRequest()
        let receipt = try #require(try server.opened(await shopper.buy(wish).confirmation().receipt))
        let found: FoundPurchase = try await server.getAsAdmin("/v1/admin/purchases/\(receipt.purchase)")
        #expect(found.player == shopper.tokens.player)
        #expect((found.chain, found.slot) == (wish.chain, wish.slot))
        #expect((found.position, found.revision) == (wish.position, wish.revision))
        #expect((found.purchase.item, found.purchase.outcome) == (try shopper.item(of: wish), "sold"))
        let dear = PurchaseRequest(
            chain: wish.chain, slot: wish.slot, position: wish.position, revision: wish.revision, price: 999)
        #expect(try await shopper.buy(dear, key: "dear").code() == .priceChanged)
        let history: PurchaseHistory = try await shopper.get("/v1/player/purchases")
        let refused: FoundPurchase = try await server.getAsAdmin(
            "/v1/admin/purchases/\(history.purchases[0].purchase)")
        #expect(refused.purchase.outcome == "price_changed")
    }

    @Test func `an item's and a listing's purchases are found across players, page by page`() async throws {
        let (server, first) = try await VirtualServer.withAdmins()
        let second = try await Shopper(server, credential: [UInt8](repeating: 8, count: 16))
        let wish = try first.purchaseRequest()
        for (shopper, key) in [(first, "a"), (second, "b"), (first, "c")] { _ = try await shopper.buy(wish, key: key) }
        _ = try await second.buy(second.purchaseRequest(position: 1), key: "another item")
        let paths = [
            "/v1/admin/items/\(try first.item(of: wish))/purchases",
            "/v1/admin/stores/main/listings/\(wish.chain)/\(wish.slot)/\(wish.position)/\(wish.revision)/purchases",
        ]
        for path in paths {
            let page: FoundPurchases = try await server.getAsAdmin(path + "?limit=2")
            #expect(page.purchases.map(\.player) == [first.tokens.player, second.tokens.player])
            let before = try #require(page.next)
            let rest: FoundPurchases = try await server.getAsAdmin(path + "?limit=2&before=\(before)")
            #expect(rest.purchases.map(\.player) == [first.tokens.player])
            #expect(rest.next == nil)
        }
    }

    @Test func `an item that nobody has ordered is answered like one that isn't there`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let item = try shopper.item(of: shopper.purchaseRequest())
        let known = try await server.askAsAdmin("/v1/admin/items/\(item)/purchases")
        #expect(known.status == 404)
        #expect(try await server.askAsAdmin("/v1/admin/items/nothing/purchases").body == known.body)
    }

    @Test(arguments: [
        "main/listings/x/4/0/0", "main/listings/AAAAAAAAAAAAAAAAAAAAAA/+4/0/0",
        "main/listings/AAAAAAAAAAAAAAAAAAAAAA/0/0/0", "main/listings/AAAAAAAAAAAAAAAAAAAAAA/86401/0/0",
        "main/listings/AAAAAAAAAAAAAAAAAAAAAA/4/-1/0", "main/listings/AAAAAAAAAAAAAAAAAAAAAA/4/65536/0",
        "main/listings/AAAAAAAAAAAAAAAAAAAAAA/4/0/65536", "nowhere/listings/AAAAAAAAAAAAAAAAAAAAAA/4/0/0",
    ])
    func `a listing that no path of ours names is nothing`(name: String) async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let path = "/v1/admin/stores/\(name)/purchases"
        #expect(try await server.askAsAdmin(path).code() == .notFound)
    }

    @Test(arguments: [
        ("99", "Nobody has this number; check it, or find the player by a purchase's number or a receipt."),
        ("+1", "In the path, player must be a whole number, 1 or more."),
        ("x", "In the path, player must be a whole number, 1 or more."),
    ])
    func `a player who isn't there is the same to every route, and it says so`(
        number: String, detail: String
    ) async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let player = "/v1/admin/players/\(number)"
        let grant = PostingRequest(currency: "coins", amount: 1, kind: .grant, reason: "x")
        var answers = [try await server.postAsAdmin(player + "/postings", grant, key: "k")]
        for part in ["", "/inventory", "/purchases", "/journal"] {
            answers.append(try await server.askAsAdmin(player + part))
        }
        for answer in answers {
            #expect(try answer.status == 404 && answer.code() == .notFound)
            #expect(try answer.problem().detail == detail)
        }
    }

    @Test(arguments: [("99", "No such purchase", "Nothing sold"), ("+1", "Not found", "Not found")])
    func `a purchase that isn't there is nothing to look at, and nothing to take back`(
        number: String, looked: String, reversed: String
    ) async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let path = "/v1/admin/purchases/\(number)"
        #expect(try await server.askAsAdmin(path).problem().title == looked)
        let refund = ReversalRequest(kind: .refund, reason: "a mistake")
        #expect(try await server.postAsAdmin(path + "/reversal", refund, key: "k").problem().title == reversed)
    }
}
