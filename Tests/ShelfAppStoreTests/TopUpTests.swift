import ShelfAppStore
import ShelfModel
import ShelfTesting
import Testing

@Suite struct TopUpTests {
    let products = [
        "com.example.coins100": TopUp.Worth(currency: "coins", amount: 100)!,
        "com.example.tokens": TopUp.Worth(currency: "tokens", amount: 9_007_199_254_740)!,
        "com.example.treasure": TopUp.Worth(currency: "coins", amount: 9_007_199_254_741)!,
    ]

    private func topUp(_ changes: KeyValuePairs<String, (any Sendable)?> = [:]) async throws -> TopUp {
        try TopUp(try await Counter().transaction(changes), products: products)
    }

    @Test func `a transaction is worth its product, times its quantity`() async throws {
        let topUp = try await topUp(["quantity": 3])
        #expect(topUp.transaction == "2000000123456789")
        #expect(topUp.currency == "coins")
        #expect(topUp.amount == 300)
    }

    @Test func `more than a wallet can hold is refused, and what it only just can is not`() async throws {
        let most = try await topUp(["productId": "com.example.tokens", "quantity": 1000])
        #expect(most.amount == 9_007_199_254_740_000)
        await #expect(throws: TopUpError.tooMuch) {
            try await topUp(["productId": "com.example.treasure", "quantity": 1000])
        }
    }

    @Test(arguments: ["Non-Consumable", "Auto-Renewable Subscription", "Non-Renewing Subscription", "consumable"])
    func `only consumables top up`(type: String) async throws {
        await #expect(throws: TopUpError.notConsumable(product: "com.example.coins100")) {
            try await topUp(["type": type])
        }
    }

    @Test func `what was taken back of a transaction is not for it to say`() async throws {
        #expect(try await topUp(["revocationDate": 1_795_000_000_000]) == topUp())
    }

    @Test func `a product that the server doesn't know is named`() async throws {
        await #expect(throws: TopUpError.unknownProduct("com.example.new")) {
            try await topUp(["productId": "com.example.new"])
        }
    }

    @Test func `a product is worth something, of some currency`() {
        #expect(TopUp.Worth(currency: "coins", amount: 0) == nil)
        #expect(TopUp.Worth(currency: "coins", amount: -5) == nil)
        #expect(TopUp.Worth(currency: "", amount: 5) == nil)
    }

    @Test func `a share is rounded down, and no amount is too large for it`() throws {
        let third = try #require(RevokedShare(thousandthsOfPercent: 33_333))
        #expect(third.of(300) == 99)
        #expect(third.of(0) == 0)
        #expect(RevokedShare.whole.of(Int64.max) == Int64.max)
        #expect(try #require(RevokedShare(thousandthsOfPercent: 0)).of(Int64.max) == 0)
    }
}
