import Synchronization

/// What an operator watches, in Prometheus' text format.
package final class ServerMetrics: Sendable {
    package enum Counter: String, CaseIterable, Sendable {
        case windowsPublished = "shelflife_windows_published_total"
        case publishFailures = "shelflife_publish_failures_total"
        case keysReleased = "shelflife_keys_released_total"

        var help: String {
            switch self {
            case .windowsPublished: "Windows issued since the start."
            case .publishFailures: "Attempts to publish that failed since the start."
            case .keysReleased: "Keys pushed to the streams since the start."
            }
        }
    }

    private struct Answer: Hashable {
        let route: String
        let status: Int
    }

    private let counters = Mutex<[Counter: Int]>([:])
    private let answers = Mutex<[Answer: Int]>([:])

    package init() {}

    package func count(_ counter: Counter) {
        counters.withLock { $0[counter, default: 0] += 1 }
    }

    /// - Parameter route: the route's pattern, never the path that was asked for: a crowd of made-up paths must not fill the memory.
    package func count(route: String, status: Int) {
        answers.withLock { $0[Answer(route: route, status: status), default: 0] += 1 }
    }

    /// - Parameter gauges: what is true now, by name.
    package func text(gauges: [(name: String, help: String, value: Int64)]) -> String {
        let counted = counters.withLock { $0 }
        let answered = answers.withLock { $0 }
        var lines: [String] = []
        for counter in Counter.allCases {
            lines += Self.head(counter.rawValue, counter.help, "counter")
            lines.append("\(counter.rawValue) \(counted[counter, default: 0])")
        }
        lines += Self.head("shelflife_requests_total", "Requests answered since the start.", "counter")
        for (answer, count) in answered.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }) {
            lines.append("shelflife_requests_total{route=\"\(answer.route)\",status=\"\(answer.status)\"} \(count)")
        }
        for gauge in gauges {
            lines += Self.head(gauge.name, gauge.help, "gauge")
            lines.append("\(gauge.name) \(gauge.value)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func head(_ name: String, _ help: String, _ type: String) -> [String] {
        ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
    }
}
