/// The count and the percentiles of values, by nearest rank.
package struct Distribution: Hashable, Sendable, Codable {
    package let count: Int
    package let p50Us: Int64
    package let p95Us: Int64
    package let p99Us: Int64
    package let worstUs: Int64

    package init(_ values: some Sequence<Int64>) {
        let sorted = values.sorted()
        func rank(_ percent: Int) -> Int64 {
            sorted.isEmpty ? 0 : sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
        }
        count = sorted.count
        (p50Us, p95Us, p99Us, worstUs) = (rank(50), rank(95), rank(99), sorted.last ?? 0)
    }
}
