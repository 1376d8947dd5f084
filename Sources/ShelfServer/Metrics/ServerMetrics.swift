package import ShelfEngine
import ShelfWire
import Synchronization

/// The server's metrics in Prometheus' text format.
package final class ServerMetrics: Sendable {
    private struct Answer: Hashable {
        let route: String
        let status: Int
    }

    private let counters: EngineCounters
    private let answers = Mutex<[Answer: Int]>([:])
    private let eventLoops = Mutex<[EventLoopCounters]>([])

    package init(counters: EngineCounters) {
        self.counters = counters
    }

    /// - Parameter route: the route's pattern, never the path that was asked for: a crowd of made-up paths must not
    ///   fill the memory.
    package func count(route: String, status: Int) {
        answers.withLock { $0[Answer(route: route, status: status), default: 0] += 1 }
    }

    /// Adds the counters of an event loop.
    func add(_ counters: EventLoopCounters) {
        eventLoops.withLock { $0.append(counters) }
    }

    /// - Parameters:
    ///   - refused: connections that were not let in.
    ///   - gauges: the current values by name.
    package func text(refused: Int, gauges: [(name: String, help: String, value: Int64)]) -> String {
        let answered = answered()
        var lines: [String] = []
        for counter in EngineCounters.Counter.allCases {
            lines += Self.head(counter.name, counter.help, "counter")
            lines.append("\(counter.name) \(counters[counter])")
        }
        lines += Self.head("shelflife_requests_total", "Requests answered since the start.", "counter")
        for (answer, count) in answered.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }) {
            lines.append("shelflife_requests_total{route=\"\(answer.route)\",status=\"\(answer.status)\"} \(count)")
        }
        lines += Self.head(
            "shelflife_connections_ended_total", "Connections ended from here since the start.", "counter")
        let eventLoops = eventLoops.withLock { $0 }
        for fault in ConnectionFault.allCases {
            let count = eventLoops.reduce(0) { $0 + $1.ended(fault) }
            lines.append("shelflife_connections_ended_total{reason=\"\(fault.name)\"} \(count)")
        }
        let name = "shelflife_connections_refused_total"
        lines += Self.head(name, "Connections that were not let in since the start.", "counter")
        lines.append("\(name) \(refused)")
        for gauge in gauges {
            lines += Self.head(gauge.name, gauge.help, "gauge")
            lines.append("\(gauge.name) \(gauge.value)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The number of all answers, of the router and of the fast lanes.
    private func answered() -> [Answer: Int] {
        var answered = answers.withLock { $0 }
        for (route, status, count) in eventLoops.withLock({ $0 }).flatMap(\.answers) {
            answered[Answer(route: route.pattern, status: status), default: 0] += count
        }
        return answered
    }

    private static func head(_ name: String, _ help: String, _ type: String) -> [String] {
        ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
    }
}

extension EngineCounters.Counter {
    fileprivate var name: String {
        switch self {
        case .windowsPublished: "shelflife_windows_published_total"
        case .publishFailures: "shelflife_publish_failures_total"
        case .keysReleased: "shelflife_keys_released_total"
        }
    }

    fileprivate var help: String {
        switch self {
        case .windowsPublished: "Windows issued since the start."
        case .publishFailures: "Attempts to publish that failed since the start."
        case .keysReleased: "Keys pushed to the streams since the start."
        }
    }
}
