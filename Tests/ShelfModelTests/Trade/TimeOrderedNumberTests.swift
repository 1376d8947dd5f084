import ShelfModel
import Testing

@Suite struct `A number that tells when` {
    @Test func `is the millisecond and eleven bits of chance`() {
        #expect(next(at: 1_800_000_000_000, chance: 0) == 3_686_400_000_000_000)
        #expect(next(at: 1_800_000_000_000, chance: .max) == 3_686_400_000_002_047)
        #expect(next(at: 1_800_000_000_001, chance: 0) == 3_686_400_000_002_048)
    }

    @Test func `is greater than the last one, also when the clock stands still or goes back`() {
        #expect(next(after: 3_686_400_000_001_000, at: 1_800_000_000_000, chance: 5) == 3_686_400_000_001_001)
        #expect(next(after: 3_686_400_000_001_000, at: 1_700_000_000_000, chance: 5) == 3_686_400_000_001_001)
        #expect(next(after: 7, at: 0, chance: 2) == 8)
    }

    @Test func `is never 0, and exact as a JavaScript number until the year 2109`() {
        #expect(next(at: -5, chance: 0) == 1)
        #expect(next(at: 4_398_046_511_103, chance: .max) == 9_007_199_254_740_991)
        #expect(next(at: .max, chance: .max) == 9_007_199_254_740_991)
    }

    private func next(after last: Int64 = 0, at milliseconds: Int64, chance: UInt64) -> Int64 {
        TimeOrderedNumber.next(after: last, at: Instant(milliseconds: milliseconds), chance: chance)
    }
}
