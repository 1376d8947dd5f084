import ShelfEngine
import Testing

@Suite struct `A histogram of durations` {
    @Test(
        arguments: [
            (0, 0), (1000, 0), (1001, 1), (2500, 1), (2501, 2), (50_000, 5), (1_000_000, 9), (10_000_000, 12),
            (10_000_001, 13), (86_400_000_000, 13),
        ] as [(Int64, Int)])
    func `counts what takes just as long as a bucket's bound in that bucket`(us: Int64, bucket: Int) {
        let histogram = DurationHistogram()
        histogram.count(us: us)
        var counts = [Int](repeating: 0, count: 14)
        counts[bucket] = 1
        #expect(histogram.reading.counts == counts)
        #expect(histogram.reading.sumUs == us)
    }

    @Test func `is added to another bucket by bucket`() {
        let (one, other) = (DurationHistogram(), DurationHistogram())
        one.count(us: 3)
        for us in [4, 7000] as [Int64] { other.count(us: us) }
        var sum = one.reading
        sum += other.reading
        #expect(sum.counts == [2, 0, 0, 1] + [Int](repeating: 0, count: 10))
        #expect(sum.sumUs == 7007)
    }
}
