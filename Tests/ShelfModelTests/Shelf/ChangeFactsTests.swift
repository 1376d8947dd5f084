import ShelfModel
import Testing

@Suite struct `A change of listings` {
    @Test func `has the number after the changes of the head that it is based on`() {
        let verdict = ChangeFacts(head: head).judge(order(), after: head, listings: 3) { true }
        #expect(verdict == .entered(ListingChange(number: 5, order: order(), listings: 3)))
    }

    @Test func `is outdated if the store has another head by now`() {
        for other in [
            WindowHead(sequence: 8, digest: "ab", changes: 4), WindowHead(sequence: 7, digest: "cd", changes: 4),
            WindowHead(sequence: 7, digest: "ab", changes: 5), nil,
        ] {
            let verdict = ChangeFacts(head: other).judge(order(), after: head, listings: 3) { true }
            #expect(verdict == .answered(.outdated))
        }
    }

    @Test func `is asked whether it is in time only when nothing else is against it`() {
        var asked = 0
        func judge(_ facts: ChangeFacts) -> ChangeVerdict {
            facts.judge(order(), after: head, listings: 3) {
                asked += 1
                return false
            }
        }
        let first = ListingChange(number: 2, order: order(), listings: 3)
        #expect(judge(ChangeFacts(earlier: first, head: head)) == .answered(.changed(first, isReplay: true)))
        #expect(judge(ChangeFacts(head: nil)) == .answered(.outdated))
        #expect(asked == 0)
        #expect(judge(ChangeFacts(head: head)) == .answered(.tooLate))
        #expect(asked == 1)
    }

    @Test func `can't use a key that was used for another change`() {
        for other in [
            order(store: "other"), order(.redraw(from: Instant(milliseconds: 60_000))),
            order(.replacement(position: 1, start: noon, item: "kite")), order(reason: "a mistake"),
        ] {
            let earlier = ListingChange(number: 2, order: other, listings: 3)
            let verdict = ChangeFacts(earlier: earlier, head: head).judge(order(), after: head, listings: 3) { true }
            #expect(verdict == .answered(.keyReused))
        }
    }

    private let noon = Instant(milliseconds: 1_800_000_000_000)
    private let head = WindowHead(sequence: 7, digest: "ab", changes: 4)

    private func order(
        _ kind: ChangeOrder.Kind = .redraw(from: Instant(milliseconds: 1_800_000_000_000)), store: String = "main",
        reason: String = "it is dull"
    ) -> ChangeOrder {
        ChangeOrder(store: store, kind: kind, reason: reason, by: "ada", key: "k", at: noon)
    }
}
