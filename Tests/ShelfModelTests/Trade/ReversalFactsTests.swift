import ShelfModel
import Testing

@Suite struct `A reversal` {
    @Test func `returns what was paid if it is a refund, and nothing if it is a revocation`() {
        let facts = ReversalFacts(kept: kept(), balance: 60)
        let (refund, revocation) = (reversal(), reversal(.revocation))
        #expect(facts.judge(refund) == .entered(kept(refund), refund: entry, balance: 100))
        #expect(facts.judge(revocation) == .entered(kept(revocation), refund: nil, balance: 60))
    }

    @Test func `enters nothing in the journal for what was free`() {
        let free = ReversalFacts(kept: kept(offered: 0), balance: 60)
        #expect(free.judge(reversal()) == .entered(kept(reversal(), offered: 0), refund: nil, balance: 60))
    }

    @Test func `needs a purchase that was sold`() {
        #expect(ReversalFacts(kept: nil, balance: 0).judge(reversal()) == .answered(.notSold))
        let refused = ReversalFacts(kept: kept(verdict: .refused(.soldOut)), balance: 60)
        #expect(refused.judge(reversal()) == .answered(.notSold))
    }

    @Test func `is made once, and then answered by the first`() {
        let first = reversal()
        let again = ReversalFacts(earlier: first, kept: kept(first), balance: 100)
        #expect(again.judge(first) == .answered(.reversed(kept(first), balance: 100, isReplay: true)))
        let other = ReversalFacts(kept: kept(first), balance: 100)
        #expect(other.judge(reversal(key: "k2")) == .answered(.reversedAlready(first)))
        #expect(other.judge(reversal(by: "eve")) == .answered(.reversedAlready(first)))
    }

    @Test func `can't use a key that was used for something else`() {
        for earlier in [reversal(purchase: 10), reversal(.revocation), reversal(reason: "a mistake")] {
            let facts = ReversalFacts(earlier: earlier, kept: kept(), balance: 60)
            #expect(facts.judge(reversal()) == .answered(.keyReused))
        }
        let posted = ReversalFacts(earlier: nil, isKeyOfPosting: true, kept: nil, balance: 0)
        #expect(posted.judge(reversal()) == .answered(.keyReused), "the key comes before the purchase")
    }

    @Test func `is impossible if the money doesn't fit into the wallet`() {
        let full = ReversalFacts(kept: kept(), balance: 9_007_199_254_740_952)
        #expect(full.judge(reversal()) == .answered(.impossible(balance: 9_007_199_254_740_952)))
        let barely = ReversalFacts(kept: kept(), balance: 9_007_199_254_740_951)
        #expect(barely.judge(reversal()) == .entered(kept(reversal()), refund: entry, balance: 9_007_199_254_740_991))
    }

    private let noon = Instant(milliseconds: 1_800_000_000_000)

    private var entry: NewJournalEntry {
        NewJournalEntry(
            at: noon, player: 1, currency: "coins", amount: 40, counterpart: .sales, reason: "it broke", by: "ada",
            key: "k", purchase: 9)
    }

    private func reversal(
        _ kind: Reversal.Kind = .refund, purchase: Int64 = 9, reason: String = "it broke", by: String = "ada",
        key: String = "k"
    ) -> Reversal {
        Reversal(purchase: purchase, kind: kind, reason: reason, by: by, key: key, at: noon)
    }

    private func kept(
        _ reversal: Reversal? = nil, offered: Int64 = 40, verdict: PurchaseVerdict = .sold(number: nil)
    ) -> KeptOrder {
        KeptOrder(settled: .sample(offered: offered, verdict: verdict), reversal: reversal, card: [1, 2])
    }
}
