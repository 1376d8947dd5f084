import HTTPTypes
import ShelfAppStore
import ShelfConfiguration
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Topping up over the routes` {
    @Test func `a transaction fills the wallet with what its product is worth, and stands in the journal`() async throws
    {
        let shop = try await AppStoreShop()
        let answer = try await shop.topUp(shop.sign(["quantity": 3]))
        #expect(answer.status == 200)
        #expect(
            try answer.topUp()
                == TopUpConfirmation(
                    transaction: "2000000123456789", currency: "coins", amount: 300, replayed: false, balance: 307))
        #expect(try await shop.shopper.balance() == 307)
        let entry = try #require(try await shop.journal().first)
        #expect((entry.amount, entry.counterpart, entry.by) == (300, "top_ups", "player"))
        #expect(entry.reason == "top-up of com.example.coins100")
        #expect(entry.key == "top-up 2000000123456789")
    }

    @Test func `the same transaction counts once, signed anew or not, and after a restart`() async throws {
        let shop = try await AppStoreShop()
        _ = try await shop.topUp(shop.sign())
        try await shop.server.restart()
        for jws in [try shop.sign(), try shop.sign(["signedDate": AppStoreSample.now.milliseconds])] {
            let again = try await shop.topUp(jws).topUp()
            #expect((again.amount, again.replayed, again.balance) == (100, true, 107))
        }
        #expect(try await shop.shopper.balance() == 107)
    }

    @Test func `20 copies at once count once`() async throws {
        let shop = try await AppStoreShop()
        let request = try shop.request(shop.sign())
        let answers = try await withThrowingTaskGroup(of: TopUpConfirmation.self) { group in
            for _ in 0..<20 { group.addTask { try await request().topUp() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { !$0.replayed } == 1)
        #expect(answers.allSatisfy { $0.balance == 107 })
    }

    @Test func `another player's transaction is refused, and says so`() async throws {
        let shop = try await AppStoreShop()
        let other = try await Shopper(shop.server, credential: [UInt8](repeating: 7, count: 16))
        _ = try await shop.topUp(shop.sign())
        let answer = try await shop.topUp(shop.sign(), by: other)
        #expect(answer.status == 409)
        #expect(try answer.code() == .transactionTaken)
        #expect(try await other.balance() == 7)
        #expect(try await shop.shopper.balance() == 107)
    }

    @Test(
        arguments: [
            (["bundleId": "com.example.other"], "check apple.bundle"),
            (["environment": "Sandbox"], "check apple.environment"),
            (["environment": "Xcode"], "check apple.environment"),
            (["quantity": 0], "quantity is missing or out of range"),
            (["signedDate": (Fixtures.start + .days(1)).milliseconds], "check the server's clock"),
        ] as [(KeyValuePairs<String, (any Sendable)?>, String)])
    func `what the App Store signed for somebody else, or not in this way, is not believed`(
        changes: KeyValuePairs<String, (any Sendable)?>, advice: String
    ) async throws {
        let shop = try await AppStoreShop()
        let answer = try await shop.topUp(shop.sign(changes))
        #expect(answer.status == 400)
        #expect(try answer.code() == .unverified)
        #expect(try answer.problem().detail.contains(advice))
        #expect(try await shop.shopper.balance() == 7)
    }

    @Test func `a chain that is forged, expired or another's is not believed`() async throws {
        let shop = try await AppStoreShop()
        let stranger = try AppStoreAuthority()
        let expired = try AppStoreAuthority { $0.leafLife = AppStoreAuthority.Shape.life("2020-01-01", "2021-01-01") }
        let unmarked = try AppStoreAuthority { $0.leafIsMarked = false }
        let sample = AppStoreSample.transaction()
        let good = try shop.sign().split(separator: ".")
        let signedAnother = try shop.sign(["quantity": 9]).split(separator: ".")
        let bad = [
            try stranger.sign(sample), try expired.sign(sample), try unmarked.sign(sample),
            try shop.authority.sign(sample, key: stranger.leafKey),
            try stranger.sign(sample, chain: [stranger.leaf, shop.authority.intermediate, shop.authority.root]),
            "\(good[0]).\(signedAnother[1]).\(good[2])", "\(good[0]).\(good[1]).", "", "a.b.c",
            String(repeating: "x", count: 40_000),
        ]
        for jws in bad {
            let answer = try await shop.topUp(jws)
            #expect(answer.status == 400, "\(jws.prefix(60))")
            #expect(try answer.code() == .unverified)
        }
        #expect(try await shop.shopper.balance() == 7)
    }

    @Test func `a product that fills no wallet is named`() async throws {
        let shop = try await AppStoreShop()
        let changes: [KeyValuePairs<String, (any Sendable)?>] = [
            ["productId": "com.example.new"], ["type": "Non-Consumable"],
        ]
        for change in changes {
            let answer = try await shop.topUp(shop.sign(change))
            #expect(answer.status == 409)
            #expect(try answer.code() == .unknownProduct)
            #expect(try answer.problem().detail.contains("com.example."))
        }
        #expect(try await shop.shopper.balance() == 7)
    }

    @Test func `what the wallet can't hold is refused, and given when it comes again and there is room`() async throws {
        let shop = try await AppStoreShop()
        let treasure = try shop.sign(["productId": "com.example.treasure"])
        #expect(try await shop.topUp(treasure).topUp().balance == 9_007_199_254_740_948)
        let refused = try await shop.topUp(shop.sign(["transactionId": "9"]))
        #expect(try refused.code() == .impossible)
        #expect(
            try refused.problem().detail
                == "The wallet holds 9007199254740948; it can neither go below 0 nor above 9007199254740991.")
        #expect(try await shop.shopper.balance() == 9_007_199_254_740_948)
        try await shop.post(-57)
        let given = try await shop.topUp(shop.sign(["transactionId": "9"])).topUp()
        #expect(given.amount == 100)
        #expect(given.balance == 9_007_199_254_740_991)
        #expect(!given.replayed)
    }

    @Test func `only players top up, and not too often`() async throws {
        let shop = try await AppStoreShop(limits: LimitSettings(address: 1000, player: 2))
        let body = try WireJSON.encode(TopUpRequest(signedTransaction: shop.sign()))
        let path = "/v1/player/topups/apple"
        #expect(try await shop.server.client.send(path, method: .post, body: body).status == 401)
        #expect(try await shop.server.client.send(path).status == 405)
        var statuses: [Int] = []
        for _ in 0..<9 { statuses.append(try await shop.topUp("x").status) }
        #expect(statuses == [400, 400, 400, 400, 400, 400, 400, 400, 429])
    }

    @Test func `a body that is no request, or too long, is refused`() async throws {
        let shop = try await AppStoreShop()
        let headers: HTTPFields = [.authorization: "Bearer \(shop.shopper.tokens.token)"]
        for (body, status) in [("", 400), ("{}", 400), (#"{"signedTransaction":5}"#, 400)] {
            let answer = try await shop.server.client.send(
                "/v1/player/topups/apple", method: .post, headers: headers, body: Array(body.utf8))
            #expect(answer.status == status)
        }
        #expect(try await shop.topUp(String(repeating: "x", count: 65_536)).status == 413)
    }

    @Test func `the file of the configuration says who is believed, for which app, where, and what it is worth`()
        async throws
    {
        let shop = try await AppStoreShop(AppStoreShop.read)
        #expect(try await shop.topUp(shop.sign(["environment": "Sandbox"])).topUp().amount == 55)
        for changes in [["transactionId": "2"], ["environment": "Sandbox", "bundleId": "com.example.other"]]
            as [KeyValuePairs<String, (any Sendable)?>]
        {
            #expect(try await shop.topUp(shop.sign(changes)).code() == .unverified)
        }
        let stranger = try AppStoreAuthority().sign(AppStoreSample.transaction(["environment": "Sandbox"]))
        #expect(try await shop.topUp(stranger).code() == .unverified)
    }

    @Test func `what can't be written now isn't counted, and can be sent again`() async throws {
        let shop = try await AppStoreShop()
        shop.server.faults.writing = true
        let answer = try await shop.topUp(shop.sign())
        #expect(answer.status == 503)
        #expect(answer.headers[.retryAfter] == "1")
        shop.server.faults.writing = false
        #expect(try await shop.topUp(shop.sign()).topUp().replayed == false)
    }

    @Test func `a server that takes nothing from the App Store says so`() async throws {
        let shop = try await AppStoreShop { _, _ in }
        for answer in [try await shop.topUp(shop.sign()), try await shop.notify("REFUND")] {
            #expect(answer.status == 404)
            #expect(try answer.problem().detail.contains("takes nothing from the App Store"))
        }
    }
}
