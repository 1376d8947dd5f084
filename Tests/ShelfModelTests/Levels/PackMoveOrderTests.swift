import ShelfModel
import Testing

@Suite struct `A move of a channel` {
    private static let word = "00112233445566778899aabbccddeeff"

    private func last(_ pointer: PackPointer, word: String? = nil) -> PackMove {
        PackMove(
            pack: "warehouse", channel: "stable", word: word, sequence: 1000, pointer: pointer, reason: "x", by: "ann")
    }

    private func judge(
        _ release: Int, share: Int? = nil, reach: PackMoveOrder.Reach? = nil, at: Int64 = 2000, seen: Int64? = nil,
        after last: PackMove?
    ) -> PackMoveOrder.Judgement {
        PackMoveOrder(
            pack: "warehouse", channel: "stable", release: release, share: share, reach: reach, reason: "x", by: "ann",
            at: Instant(milliseconds: at), after: seen
        ).judge(after: last, word: Self.word)
    }

    private func moved(_ judgement: PackMoveOrder.Judgement) -> PackMove? {
        if case .moved(let move) = judgement { move } else { nil }
    }

    @Test func `makes a channel that isn't there, public unless a word is wanted`() {
        #expect(moved(judge(1, after: nil))?.word == nil)
        #expect(moved(judge(1, reach: .newWord, after: nil))?.word == Self.word)
        #expect(moved(judge(1, after: nil))?.address == "stable")
        #expect(moved(judge(1, reach: .newWord, after: nil))?.address == Self.word)
    }

    @Test func `begins a rollout from the release before, and goes on with it until it is for all`() {
        let begun = moved(judge(2, share: 1000, after: last(PackPointer(release: 1))))
        #expect(begun?.pointer == PackPointer(release: 2, rollout: PackPointer.Rollout(share: 1000, others: 1)))
        let grown = begun.flatMap { moved(judge(2, share: 5000, after: $0)) }
        #expect(grown?.pointer == PackPointer(release: 2, rollout: PackPointer.Rollout(share: 5000, others: 1)))
        let mended = grown.flatMap { moved(judge(3, share: 5000, after: $0)) }
        #expect(mended?.pointer == PackPointer(release: 3, rollout: PackPointer.Rollout(share: 5000, others: 1)))
        #expect(mended.flatMap { moved(judge(3, after: $0)) }?.pointer == PackPointer(release: 3))
        #expect(grown.flatMap { moved(judge(1, after: $0)) }?.pointer == PackPointer(release: 1))
    }

    @Test func `has a sequence that grows, though the clock goes back`() {
        #expect(moved(judge(2, at: 2000, after: last(PackPointer(release: 1))))?.sequence == 2000)
        #expect(moved(judge(2, at: 10, after: last(PackPointer(release: 1))))?.sequence == 1001)
    }

    @Test func `is refused after somebody else's, and for a share of nothing`() {
        #expect(judge(2, seen: 999, after: last(PackPointer(release: 1))) == .movedMeanwhile)
        #expect(judge(2, seen: 0, after: last(PackPointer(release: 1))) == .movedMeanwhile)
        #expect(moved(judge(2, seen: 1000, after: last(PackPointer(release: 1)))) != nil)
        #expect(moved(judge(2, seen: 0, after: nil)) != nil)
        #expect(judge(2, share: 1, after: nil) == .nothingForOthers)
    }

    @Test func `changes nothing where the channel is so already, and a new word always`() {
        let now = last(PackPointer(release: 1))
        #expect(judge(1, after: now) == .unchanged(now))
        #expect(judge(1, reach: .public, after: now) == .unchanged(now))
        #expect(moved(judge(1, reach: .newWord, after: now))?.word == Self.word)
        let secret = last(PackPointer(release: 1), word: "ffeeddccbbaa99887766554433221100")
        #expect(judge(1, after: secret) == .unchanged(secret))
        #expect(moved(judge(1, reach: .newWord, after: secret))?.word == Self.word)
        #expect(moved(judge(1, reach: .public, after: secret))?.address == "stable")
    }
}
