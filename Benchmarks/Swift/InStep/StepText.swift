import Foundation
import ShelfTesting

/// A run's report for people.
struct StepText {
    let report: StepReport
    let goalUs: Int64 = 25_000

    var lines: [String] {
        let head = [Harness.row("milliseconds", ["p50", "p95", "p99", "worst", "count"])]
        let figures = [
            Self.row("gap between two clients", report.gap),
            Self.row("  while the machine had time for both", report.gapUnhindered),
            Self.row("  one of them stopped or cut off, or just back", report.gapApart),
            Self.row("clock error", report.clockError),
            Self.row("  while stopped or cut off, or just back", report.clockErrorApart),
            Self.row("  uncertainty, as the clocks say", report.uncertainty),
            Self.row("keys, from their listings' starts", report.lateness),
            Self.row("a timer of the run's own: what the machine does", report.wakes),
        ]
        return head + figures + [summary, ""] + clients + report.faults.map { "wrong: \($0)" }
    }

    private var summary: String {
        let goal = report.gap.p99Us < goalUs ? "reached" : "missed"
        return "\(report.listings) listings, \(report.keysLate) keys late; 99 % of the gaps under 25 ms: \(goal)"
    }

    private var clients: [String] {
        let columns = ["changes", "late", "delay", "error", "worst", "sure to"]
        return [Harness.row("client (way up/down)", columns)]
            + report.clients.map { client in
                Harness.row(
                    "\(client.name) (\(client.link))",
                    ["\(client.changes)", "\(client.lateKeys)"]
                        + [client.delayUs, client.clockErrorUs, client.worstClockErrorUs, client.uncertaintyUs]
                        .map(Self.milliseconds))
            }
    }

    private static func row(_ name: String, _ spread: Distribution) -> String {
        let values = [spread.p50Us, spread.p95Us, spread.p99Us, spread.worstUs].map(milliseconds)
        return Harness.row(name, values + ["\(spread.count)"])
    }

    private static func milliseconds(_ us: Int64) -> String { String(format: "%.2f", Double(us) / 1000) }
}
