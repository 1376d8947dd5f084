import Foundation

/// How a rush went.
struct RushResult: Sendable {
    let sortedUs: [Int64]
    /// Answers that were no purchase, by status.
    let others: [Int: Int]
    let elapsedUs: Int64
    /// Processor time of everything in this process, the crowd included.
    let usedUs: Int64
    /// What it cost the disk; `nil` where that isn't known.
    var log: RushLog?

    var perSecond: Int64 { Int64(sortedUs.count) * 1_000_000 / elapsedUs }

    private var judgedPerSecond: Int64 {
        Int64(sortedUs.count + others[409, default: 0]) * 1_000_000 / elapsedUs
    }

    struct Summary: Encodable {
        let perSecond: Int64
        let judgedPerSecond: Int64
        let p50Us: Int64
        let p99Us: Int64
        let processorUs: Int64
        let otherAnswers: Int
        let logBytes: Int64?
        let ordersASync: Double?
        let syncsPerSecond: Int64?
    }

    var summary: Summary {
        Summary(
            perSecond: perSecond, judgedPerSecond: judgedPerSecond, p50Us: tookUs(50), p99Us: tookUs(99),
            processorUs: processorUs,
            otherAnswers: others.values.reduce(0, +), logBytes: log.map { $0.bytes / count },
            ordersASync: log.map { Double(count) / Double(max(1, $0.syncs)) },
            syncsPerSecond: log.map { $0.syncs * 1_000_000 / elapsedUs })
    }

    private var count: Int64 { Int64(max(1, sortedUs.count)) }

    private var processorUs: Int64 { usedUs / count }

    var text: String {
        """
        \(sortedUs.count) purchases in \(elapsedUs / 1000) ms: \(perSecond) a second
        each took  p50 \(milliseconds(50))  p95 \(milliseconds(95))  p99 \(milliseconds(99))  worst \(milliseconds(100)) ms
        processor time for one, crowd included: \(processorUs) µs
        \(disk)
        \(others.isEmpty ? "nothing else was answered" : "other answers: \(others)")
        orders judged a second, those refused with a 409 included: \(judgedPerSecond)
        """
    }

    private var disk: String {
        let summary = summary
        guard let bytes = summary.logBytes, let syncs = summary.syncsPerSecond, let orders = summary.ordersASync else {
            return "what the disk wrote isn't counted with PostgreSQL"
        }
        return "\(bytes) bytes of log for one, \(syncs) syncs a second, \(Int(orders)) orders a sync"
    }

    private func milliseconds(_ percent: Int) -> String {
        let us = tookUs(percent)
        return "\(us / 1000).\(us % 1000 / 100)"
    }

    private func tookUs(_ percent: Int) -> Int64 {
        sortedUs.isEmpty ? 0 : sortedUs[min(sortedUs.count - 1, sortedUs.count * percent / 100)]
    }
}

/// How much processor time this process has used, by the operating system's account.
enum ProcessorTime {
    static func now() -> Int64 {
        var usage = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
        return us(usage.ru_utime) + us(usage.ru_stime)
    }

    private static func us(_ time: timeval) -> Int64 { Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_usec) }
}
