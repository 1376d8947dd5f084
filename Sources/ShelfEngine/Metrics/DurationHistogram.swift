import Synchronization

/// Counts how long something took, in buckets, since the start. Any thread may count.
package final class DurationHistogram: Sendable {
    /// The greatest duration of each bucket, in microseconds. What takes longer counts in one more.
    package static let boundsUs: [Int64] = [
        1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
        10_000_000,
    ]

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    private let counts = (0...boundsUs.count).map { _ in Count() }
    private let sumUs = Atomic<Int64>(0)

    package init() {}

    package func count(us: Int64) {
        var bucket = 0
        while bucket < Self.boundsUs.count, us > Self.boundsUs[bucket] { bucket += 1 }
        counts[bucket].value.add(1, ordering: .relaxed)
        sumUs.add(us, ordering: .relaxed)
    }

    package var reading: Reading {
        Reading(counts: counts.map { $0.value.load(ordering: .relaxed) }, sumUs: sumUs.load(ordering: .relaxed))
    }

    /// What was counted up to a moment.
    package struct Reading: Hashable, Sendable {
        /// How many durations each bucket has; the last has those beyond every bound.
        package private(set) var counts = [Int](repeating: 0, count: boundsUs.count + 1)
        /// The sum of all durations, in microseconds.
        package private(set) var sumUs: Int64 = 0

        package init() {}

        fileprivate init(counts: [Int], sumUs: Int64) {
            (self.counts, self.sumUs) = (counts, sumUs)
        }

        /// How many durations there are.
        package var count: Int { counts.reduce(0, +) }

        /// Adds durations that nobody measured, because they are next to nothing.
        package mutating func add(unmeasured count: Int) { counts[0] += count }

        package static func += (sum: inout Reading, other: Reading) {
            sum.counts = zip(sum.counts, other.counts).map(+)
            sum.sumUs += other.sumUs
        }
    }
}
