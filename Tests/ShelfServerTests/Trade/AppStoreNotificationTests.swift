import HTTPTypes
import ShelfAppStore
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Notifications of the App Store` {
    @Test func `a refund takes the top-up back, once`() async throws {
        let shop = try await AppStoreShop()
        _ = try await shop.topUp(shop.sign())
        for _ in 0..<2 {
            let answer = try await shop.notify("REFUND", ["revocationDate": AppStoreSample.signed.milliseconds])
            #expect(answer.status == 200)
            #expect(answer.text == "{}")
        }
        #expect(try await shop.shopper.balance() == 7)
        let entries = try await shop.journal()
        #expect(entries.map(\.amount) == [-100, 100, 7])
        #expect((entries[0].counterpart, entries[0].by) == ("top_ups", "app store"))
        #expect(entries[0].reason == "refund of com.example.coins100")
        #expect(try await shop.topUp(shop.sign()).code() == .transactionRevoked)
    }

    @Test func `part of a purchase is taken back in part, all in all`() async throws {
        let shop = try await AppStoreShop()
        _ = try await shop.topUp(shop.sign())
        func balance(afterPercent percent: Int64, minute: Int) async throws -> Int64? {
            _ = try await shop.notify(
                "REFUND", minute: minute,
                [
                    "revocationDate": AppStoreSample.signed.milliseconds, "revocationPercentage": percent * 1000,
                ])
            return try await shop.shopper.balance()
        }
        #expect(try await balance(afterPercent: 30, minute: 1) == 77)
        #expect(try await balance(afterPercent: 80, minute: 2) == 27)
        #expect(try await shop.topUp(shop.sign()).topUp().amount == 20)
    }

    @Test func `a refund that comes before the top-up stops it`() async throws {
        let shop = try await AppStoreShop()
        #expect(try await shop.notify("REFUND").status == 200)
        let answer = try await shop.topUp(shop.sign())
        #expect(answer.status == 409)
        #expect(try answer.code() == .transactionRevoked)
        #expect(try await shop.shopper.balance() == 7)
    }

    @Test func `a transaction that says itself that it was taken back tops up nothing`() async throws {
        let shop = try await AppStoreShop()
        let jws = try shop.sign(["revocationDate": AppStoreSample.signed.milliseconds])
        #expect(try await shop.topUp(jws).code() == .transactionRevoked)
        #expect(try await shop.shopper.balance() == 7)
    }

    @Test func `a transaction that says itself that it was taken back in part tops up what is left`() async throws {
        let shop = try await AppStoreShop()
        let jws = try shop.sign([
            "revocationDate": AppStoreSample.signed.milliseconds, "revocationPercentage": 30_000,
        ])
        let first = try await shop.topUp(jws).topUp()
        #expect((first.amount, first.replayed, first.balance) == (70, false, 77))
        #expect(try await shop.topUp(jws).topUp().replayed)
        _ = try await shop.notify("REFUND_REVERSED")
        #expect(try await shop.shopper.balance() == 107)
    }

    @Test func `a transaction that says itself that it was taken back is heard where the notification was lost`()
        async throws
    {
        let shop = try await AppStoreShop()
        _ = try await shop.topUp(shop.sign())
        let jws = try shop.sign([
            "revocationDate": AppStoreSample.signed.milliseconds, "signedDate": AppStoreSample.now.milliseconds,
        ])
        #expect(try await shop.topUp(jws).code() == .transactionRevoked)
        #expect(try await shop.shopper.balance() == 7)
        #expect(try await shop.journal().first?.reason == "refund of com.example.coins100")
        try await shop.post(40)
        _ = try await shop.notify("REFUND", minute: 2)
        #expect(try await shop.shopper.balance() == 47)
    }

    @Test func `a transaction that was taken back is heard no matter who sends it, and only of wallets`() async throws {
        let shop = try await AppStoreShop()
        let other = try await Shopper(shop.server, credential: [UInt8](repeating: 7, count: 16))
        _ = try await shop.topUp(shop.sign())
        let change: KeyValuePairs<String, (any Sendable)?> = [
            "revocationDate": AppStoreSample.signed.milliseconds, "signedDate": AppStoreSample.now.milliseconds,
            "type": "Non-Consumable",
        ]
        #expect(try await shop.topUp(shop.sign(change), by: other).code() == .unknownProduct)
        #expect(try await shop.shopper.balance() == 107)
        let jws = try shop.sign([
            "revocationDate": AppStoreSample.signed.milliseconds, "signedDate": AppStoreSample.now.milliseconds,
        ])
        #expect(try await shop.topUp(jws, by: other).code() == .transactionTaken)
        #expect(try await shop.shopper.balance() == 7)
        #expect(try await other.balance() == 7)
    }

    @Test func `a refund that is reversed is given again, and an older one takes no more`() async throws {
        let shop = try await AppStoreShop()
        _ = try await shop.topUp(shop.sign())
        _ = try await shop.notify("REFUND", minute: 1)
        _ = try await shop.notify("REFUND_REVERSED", minute: 3)
        #expect(try await shop.shopper.balance() == 107)
        _ = try await shop.notify("REFUND", minute: 2)
        #expect(try await shop.shopper.balance() == 107)
        #expect(try await shop.topUp(shop.sign()).topUp().replayed)
        #expect(try await shop.journal().map(\.reason).first == "refund reversed of com.example.coins100")
    }

    @Test func `what was spent is not taken, and support can see what is lacking`() async throws {
        let shop = try await AppStoreShop()
        _ = try await shop.topUp(shop.sign())
        try await shop.post(-90)
        #expect(try await shop.notify("REFUND").status == 200)
        #expect(try await shop.shopper.balance() == 0)
        let entry = try #require(try await shop.journal().first)
        #expect((entry.amount, entry.reason) == (-17, "refund of com.example.coins100, 83 lacking"))
        #expect(try await shop.server.database.unbalancedWallets().isEmpty)
    }

    @Test(arguments: ["TEST", "CONSUMPTION_REQUEST", "ONE_TIME_CHARGE", "SOMETHING_NEW"])
    func `what changes no wallet is acknowledged too`(type: String) async throws {
        let shop = try await AppStoreShop()
        _ = try await shop.topUp(shop.sign())
        #expect(try await shop.notify(type).status == 200)
        let alone = try shop.authority.sign(AppStoreSample.notification(type, transaction: nil))
        #expect(try await shop.deliver(alone).status == 200)
        #expect(try await shop.shopper.balance() == 107)
    }

    @Test func `what nobody proves changes nothing`() async throws {
        let shop = try await AppStoreShop()
        _ = try await shop.topUp(shop.sign())
        let stranger = try AppStoreAuthority()
        let foreign = try stranger.sign(AppStoreSample.transaction())
        let bad = [
            try stranger.sign(AppStoreSample.notification("REFUND", transaction: shop.sign())),
            try shop.authority.sign(AppStoreSample.notification("REFUND", transaction: foreign)),
            try shop.authority.sign(AppStoreSample.notification("REFUND", transaction: nil)),
            try shop.authority.sign(
                AppStoreSample.notification("REFUND", transaction: shop.sign(["environment": "Sandbox"]))),
            try shop.sign(), "x",
        ]
        for payload in bad {
            let answer = try await shop.deliver(payload)
            #expect(answer.status == 400)
            #expect(try answer.code() == .unverified)
        }
        #expect(try await shop.shopper.balance() == 107)
    }

    @Test func `a notification of 32 KiB is read, and a longer one told so`() async throws {
        let shop = try await AppStoreShop()
        func payload(_ length: Int) throws -> String {
            let note = String(repeating: "n", count: length)
            return try shop.authority.sign(AppStoreSample.notification("TEST", transaction: nil, ["note": note]))
        }
        #expect(try payload(18_000).utf8.count > 24_000)
        #expect(try await shop.deliver(payload(18_000)).status == 200)
        let long = try await shop.deliver(payload(30_000))
        #expect(long.status == 400)
        #expect(try long.problem().detail.contains("at most 32768"))
        #expect(try await shop.deliver(payload(60_000)).status == 413)
    }

    @Test func `a sender of too many notifications is told to wait`() async throws {
        let shop = try await AppStoreShop(limits: LimitSettings(address: 1, player: 1))
        var statuses: [Int] = []
        for _ in 0..<6 { statuses.append(try await shop.deliver("x").status) }
        #expect(statuses == [400, 400, 400, 429, 429, 429], "one had gone to signing in")
    }

    @Test func `what can't be written now is not acknowledged, so that it comes again`() async throws {
        let shop = try await AppStoreShop()
        _ = try await shop.topUp(shop.sign())
        shop.server.faults.writing = true
        #expect(try await shop.notify("REFUND").status == 503)
        shop.server.faults.writing = false
        #expect(try await shop.notify("REFUND").status == 200)
        #expect(try await shop.shopper.balance() == 7)
    }
}
