import ShelfModel
import Testing

@Suite struct AwayItemsTests {
    /// 40 items and a few hundred notes, questions and oversights in any order, beside a plain list of ends.
    @Test(arguments: 1...50) func `are those whose last listing ends later, whatever was noted and forgotten`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        var (away, ends) = (AwayItems(count: 40), [Instant](repeating: .distantPast, count: 40))
        for _ in 0..<300 {
            let instant = at("2026-01-01") + .seconds(Int.random(in: 0...500, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: away.forget(endedBy: instant)
            case 1: #expect(away.items(endingAfter: instant) == ends.indices.filter { ends[$0] > instant })
            default:
                let item = Int.random(in: 0..<40, using: &random)
                away.note(item, until: instant)
                ends[item] = max(ends[item], instant)
            }
        }
        #expect(away.items(endingAfter: .distantPast) == ends.indices.filter { ends[$0] > .distantPast })
        #expect(away.items(endingAfter: .distantFuture) == [])
    }
}
