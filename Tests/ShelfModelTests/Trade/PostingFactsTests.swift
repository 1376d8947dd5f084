import ShelfModel
import Testing

@Suite struct `A posting` {
    @Test func `is entered if the balance is not below zero then, nor beyond 2^53 - 1`() {
        for (balance, amount, after) in [
            (100, -100, 0), (0, 0, 0), (7, 5, 12), (9_007_199_254_740_990, 1, 9_007_199_254_740_991),
            (0, 9_007_199_254_740_991, 9_007_199_254_740_991), (9_007_199_254_740_991, -9_007_199_254_740_991, 0),
        ] as [(Int64, Int64, Int64)] {
            let verdict = PostingFacts(isPlayerKnown: true, balance: balance).judge(posting(amount))
            #expect(verdict == .entered(entry(amount), balance: after))
        }
        for (balance, amount) in [
            (99, -100), (0, -1), (9_007_199_254_740_991, 1), (0, 9_007_199_254_740_992), (1, .max), (0, .min),
        ] as [(Int64, Int64)] {
            let verdict = PostingFacts(isPlayerKnown: true, balance: balance).judge(posting(amount))
            #expect(verdict == .answered(.impossible(balance: balance)))
        }
    }

    @Test func `that takes what is there empties a wallet that is too small`() {
        for (balance, amount, change, after) in [
            (40, -100, -40, 0), (100, -100, -100, 0), (0, -5, 0, 0), (5, 10, 10, 15),
        ] as [(Int64, Int64, Int64, Int64)] {
            let verdict = PostingFacts(isPlayerKnown: true, balance: balance)
                .judge(posting(amount, takesWhatIsThere: true))
            #expect(verdict == .entered(entry(change), balance: after))
        }
    }

    @Test func `that comes again is answered by the first, with the present balance`() {
        let first = entry(5).numbered(9)
        let facts = PostingFacts(isPlayerKnown: true, balance: 70, earlier: first)
        let answer = PostingAnswer.posted(first, balance: 70, isReplay: true)
        #expect(facts.judge(posting(5)) == .answered(answer))
        #expect(facts.judge(posting(6, takesWhatIsThere: true)) == .answered(answer), "it may have taken less")
    }

    @Test func `can't use a key that was used for something else`() {
        let facts = PostingFacts(isPlayerKnown: true, balance: 70, earlier: entry(5).numbered(9))
        for other in [
            posting(6), posting(5, player: 2), posting(5, currency: "gems"), posting(5, counterpart: .corrections),
            posting(5, reason: "a prize"),
        ] {
            #expect(facts.judge(other) == .answered(.keyReused))
        }
        let reversed = PostingFacts(isPlayerKnown: true, balance: 70, earlier: nil, isKeyOfReversal: true)
        #expect(reversed.judge(posting(5)) == .answered(.keyReused))
        #expect(reversed.judge(posting(-71)) == .answered(.keyReused), "the key comes before the balance")
    }

    @Test func `is nobody's without a player, whatever its key was used for`() {
        let facts = PostingFacts(
            isPlayerKnown: false, balance: 0, earlier: entry(5).numbered(9), isKeyOfReversal: true)
        #expect(facts.judge(posting(5)) == .answered(.unknownPlayer))
    }

    private let noon = Instant(milliseconds: 1_800_000_000_000)

    private func posting(
        _ amount: Int64, player: Int64 = 1, currency: String = "coins",
        counterpart: JournalEntry.Counterpart = .grants, reason: String = "a gift", takesWhatIsThere: Bool = false
    ) -> Posting {
        Posting(
            player: player, currency: currency, amount: amount, counterpart: counterpart, reason: reason, by: "ada",
            key: "k", at: noon, takesWhatIsThere: takesWhatIsThere)
    }

    private func entry(_ amount: Int64) -> NewJournalEntry {
        NewJournalEntry(
            at: noon, player: 1, currency: "coins", amount: amount, counterpart: .grants, reason: "a gift", by: "ada",
            key: "k", purchase: nil)
    }
}
