import ShelfModel
import Testing

@Suite struct `A player's sign-in` {
    private let noon = Instant(milliseconds: 1_800_000_000_000)

    @Test func `brings a gift of each currency, sorted, and none of nothing`() {
        let signIn = DeviceSignIn(
            credential: [1], gifts: ["gems": 5, "coins": 100, "dust": 0, "debt": -3], token: [2], until: noon, at: noon)
        let gifts = [("coins", 100), ("gems", 5)] as [(String, Int64)]
        let postings = gifts.map { currency, amount in
            Posting(
                player: 7, currency: currency, amount: amount, counterpart: .grants, reason: "welcome", by: "server",
                key: "welcome 7 \(currency)", at: noon)
        }
        #expect(signIn.postings(of: 7) == postings)
    }

    @Test func `goes on with the newest token of a family that hasn't ended`() {
        let facts = RotationFacts(family: TokenFamily(player: 7, newest: [1, 2], expires: noon))
        let before = Instant(milliseconds: 1_799_999_999_999)
        #expect(facts.judge(presented: [1, 2], at: before) == .rotate(player: 7))
        #expect(facts.judge(presented: [1, 3], at: before) == .revoke)
        #expect(facts.judge(presented: [1, 2], at: noon) == .unknown)
        #expect(facts.judge(presented: [1, 3], at: noon) == .unknown, "what has ended needn't be revoked")
        #expect(RotationFacts(family: nil).judge(presented: [1, 2], at: before) == .unknown)
    }
}
