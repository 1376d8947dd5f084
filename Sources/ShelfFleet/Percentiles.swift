/// The percentiles of the absolute values that were measured, in microseconds.
package struct Percentiles: Sendable {
    package let p50Us: Int64
    package let p95Us: Int64
    package let p99Us: Int64
    package let worstUs: Int64

    init(_ sizes: some Sequence<Int64>) {
        let sorted = sizes.map { abs($0) }.sorted()
        func percentile(_ percent: Int) -> Int64 {
            sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
        }
        p50Us = percentile(50)
        p95Us = percentile(95)
        p99Us = percentile(99)
        worstUs = sorted.last ?? 0
    }
}
