import ShelfModel
import Testing

@Suite struct `A top-up` {
    @Test func `posts the first claim, and counts when that is posted`() throws {
        let entry = try #require(claimed(TopUpAccount(transaction: "t"), balance: 7))
        let posting = try #require(entry.posting)
        #expect(
            posting
                == Posting(
                    player: 1, currency: "coins", amount: 100, counterpart: .topUps, reason: "top-up of gold",
                    by: "player", key: "top-up t", at: noon, takesWhatIsThere: true))
        let account = TopUpAccount(transaction: "t", claim: claim(), given: 100)
        #expect(
            entry.claimed(after: posted(posting, 100, balance: 107))
                == .counted(account, balance: 107, isReplay: false))
        #expect(entry.account(after: posted(posting, 100, balance: 107)) == account)
    }

    @Test func `that the wallet can't hold is kept, and posted when it is claimed again`() throws {
        let full: Int64 = 9_007_199_254_740_991
        let entry = try #require(claimed(TopUpAccount(transaction: "t"), balance: full))
        #expect(entry.claimed(after: .impossible(balance: full)) == .impossible(balance: full))
        let kept = entry.account(after: .impossible(balance: full))
        #expect(kept == TopUpAccount(transaction: "t", claim: claim()))
        let again = try #require(claimed(kept, balance: 7))
        let posting = try #require(again.posting)
        #expect(posting.amount == 100)
        #expect(posting.key == "top-up t")
        let given = TopUpAccount(transaction: "t", claim: claim(), given: 100)
        #expect(
            again.claimed(after: posted(posting, 100, balance: 107))
                == .counted(given, balance: 107, isReplay: false))
        let other = TopUpFacts(account: kept, isPlayerKnown: true, balance: 7).judge(claim(2), at: noon)
        #expect(other == .answered(.anothers), "it is the first player's")
    }

    @Test func `that was good again while the wallet was full is posted by a key of its own`() throws {
        let account = TopUpAccount(transaction: "t", claim: claim(), revoked: .none, revised: noon)
        let posting = try #require(claimed(account, balance: 7)?.posting)
        #expect(posting.amount == 100)
        #expect(posting.key == "top-up t 1800000000000")
    }

    @Test func `posts nothing of what was revoked before, and remembers who claimed it`() throws {
        let entry = try #require(
            claimed(TopUpAccount(transaction: "t", revoked: .whole, revised: noon), balance: 7))
        #expect(entry.posting == nil)
        let account = TopUpAccount(transaction: "t", claim: claim(), revoked: .whole, revised: noon)
        #expect(entry.claimed(after: nil) == .revoked)
        #expect(entry.account(after: nil) == account)
    }

    @Test func `is answered by the first claim`() {
        let account = TopUpAccount(transaction: "t", claim: claim(), given: 100)
        let facts = TopUpFacts(account: account, isPlayerKnown: true, balance: 70)
        let counted = TopUpAnswer.counted(account, balance: 70, isReplay: true)
        #expect(facts.judge(claim(), at: noon) == .answered(counted))
        #expect(facts.judge(claim(amount: 500), at: noon) == .answered(counted), "a new worth doesn't count")
        #expect(facts.judge(claim(2), at: noon) == .answered(.anothers))
        let unknown = TopUpFacts(account: account, isPlayerKnown: false, balance: 70)
        #expect(unknown.judge(claim(2), at: noon) == .answered(.unknownPlayer))
        let revoked = TopUpAccount(transaction: "t", claim: claim(), revoked: .whole, revised: noon)
        #expect(
            TopUpFacts(account: revoked, isPlayerKnown: true, balance: 7).judge(claim(), at: noon)
                == .answered(.revoked))
    }

    @Test func `is taken back, or given again, by a posting that says how much is lacking`() throws {
        let full = TopUpAccount(transaction: "t", claim: claim(), given: 100)
        let refund = try #require(revised(full, .whole, balance: 40)?.posting)
        #expect(refund.amount == -100)
        #expect(refund.by == "app store")
        #expect(refund.takesWhatIsThere)
        #expect(refund.key == "refund t 1800000060000")
        #expect(refund.reason == "refund of gold, 60 lacking")
        let whole = try #require(revised(full, .whole, balance: 100)?.posting)
        #expect(whole.reason == "refund of gold")
        let empty = TopUpAccount(transaction: "t", claim: claim(), revoked: .whole, revised: noon)
        let again = try #require(revised(empty, .none, balance: 0)?.posting)
        #expect(again.amount == 100)
        #expect(again.reason == "refund reversed of gold")
        #expect(again.key == "refund reversed t 1800000060000")
    }

    @Test func `notes what was taken, not what should have been`() throws {
        let account = TopUpAccount(transaction: "t", claim: claim(), given: 100)
        let entry = try #require(revised(account, .whole, balance: 40))
        let posting = try #require(entry.posting)
        let after = entry.account(after: posted(posting, -40, balance: 0))
        #expect(after.given == 60)
        #expect(after.revoked == .whole)
    }

    @Test func `that nobody has claimed is revised without a posting`() throws {
        let entry = try #require(revised(TopUpAccount(transaction: "t"), .whole, balance: 0))
        #expect(entry.posting == nil)
        #expect(
            entry.account(after: nil) == TopUpAccount(transaction: "t", revoked: .whole, revised: noon + .minutes(1)))
    }

    @Test func `stays as it is after a revision that was signed no later`() {
        let account = TopUpAccount(
            transaction: "t", claim: claim(), revoked: .none, revised: noon + .minutes(1), given: 100)
        let revision = TopUpRevision(transaction: "t", revoked: .whole, signed: noon + .minutes(1))
        #expect(RevisionFacts(account: account, balance: 7).judge(revision, at: noon) == .known(account))
    }

    private let noon = Instant(milliseconds: 1_800_000_000_000)

    private func claim(_ player: Int64 = 1, amount: Int64 = 100) -> TopUpClaim {
        TopUpClaim(player: player, product: "gold", currency: "coins", amount: amount)
    }

    /// What player 1's claim is judged to be, if it is to be entered.
    private func claimed(_ account: TopUpAccount, balance: Int64) -> PendingTopUp? {
        let verdict = TopUpFacts(account: account, isPlayerKnown: true, balance: balance).judge(claim(), at: noon)
        return if case .entered(let entry) = verdict { entry } else { nil }
    }

    /// What a revision is judged to be that was signed a minute after noon, if it is to be entered.
    private func revised(_ account: TopUpAccount, _ revoked: RevokedShare, balance: Int64) -> PendingTopUp? {
        let revision = TopUpRevision(transaction: "t", revoked: revoked, signed: noon + .minutes(1))
        let verdict = RevisionFacts(account: account, balance: balance).judge(revision, at: noon)
        return if case .entered(let entry) = verdict { entry } else { nil }
    }

    /// The answer to a posting, of which `amount` was entered.
    private func posted(_ posting: Posting, _ amount: Int64, balance: Int64) -> PostingAnswer {
        .posted(
            JournalEntry(
                id: 3, at: posting.at, player: posting.player, currency: posting.currency, amount: amount,
                counterpart: posting.counterpart, reason: posting.reason, by: posting.by, key: posting.key,
                purchase: nil),
            balance: balance, isReplay: false)
    }
}
