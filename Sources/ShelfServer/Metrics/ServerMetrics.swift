package import ShelfEngine
import ShelfModel
import ShelfWire
import Synchronization

/// What the server counts for its operator, since the start.
package final class ServerMetrics: Sendable {
    private struct Answer: Hashable {
        let route: String
        let status: Int
    }

    /// How long the router's answers took.
    let durations = RequestDurations()
    private let counters: EngineCounters
    private let answers = Mutex<[Answer: Int]>([:])
    private let refusals = Mutex<[Problem.Code: Int]>([:])
    private let eventLoops = Mutex<[EventLoopCounters]>([])

    package init(counters: EngineCounters) {
        self.counters = counters
    }

    /// - Parameter route: the route's pattern, never the path that was asked for: a crowd of made-up paths must not
    ///   fill the memory.
    package func count(route: String, status: Int) {
        answers.withLock { $0[Answer(route: route, status: status), default: 0] += 1 }
    }

    /// Counts an order that was answered with a problem.
    func count(refused problem: Problem, by route: Route?) {
        guard route == .purchase else { return }
        refusals.withLock { $0[problem.code, default: 0] += 1 }
    }

    /// Adds the counters of an event loop.
    func add(_ counters: EventLoopCounters) {
        eventLoops.withLock { $0.append(counters) }
    }

    func write(to text: inout MetricsText) {
        for counter in EngineCounters.Counter.allCases {
            text.add(.counter, counter.name, counter.help, counters[counter])
        }
        text.add(
            "shelflife_till_batch_duration_seconds", "How long the till's batches took, until they were on the disk.",
            durations: [([:], counters.batches.reading)])
        let answered = answered().sorted { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }
        text.add(
            .counter, "shelflife_requests_total", "Requests answered since the start.",
            samples: answered.map { answer, count in (["route": answer.route, "status": "\(answer.status)"], count) })
        let eventLoops = eventLoops.withLock { $0 }
        text.add(
            "shelflife_request_duration_seconds", "How long requests took until their answer was ready.",
            durations: TimedRequest.allCases.map { requests in
                let all = eventLoops.map { $0.reading(of: requests) } + [durations[requests]]
                return (["kind": "\(requests)"], all.reduce(into: .init()) { $0 += $1 })
            })
        let refused = refusals.withLock { $0 }.sorted { $0.key.rawValue < $1.key.rawValue }
        text.add(
            .counter, "shelflife_orders_refused_total", "Orders that were answered with a problem, by its code.",
            samples: refused.map { code, count in (["code": code.rawValue], count) })
        text.add(
            .counter, "shelflife_connections_ended_total", "Connections ended from here since the start.",
            samples: ConnectionFault.allCases.map { fault in
                (["reason": fault.name], eventLoops.reduce(0) { $0 + $1.ended(fault) })
            })
    }

    /// The number of all answers, of the router and of the fast lanes.
    private func answered() -> [Answer: Int] {
        var answered = answers.withLock { $0 }
        for (route, status, count) in eventLoops.withLock({ $0 }).flatMap(\.answers) {
            answered[Answer(route: route.pattern, status: status), default: 0] += count
        }
        return answered
    }
}

extension EngineCounters.Counter {
    fileprivate var name: String {
        switch self {
        case .windowsPublished: "shelflife_windows_published_total"
        case .publishFailures: "shelflife_publish_failures_total"
        case .keysReleased: "shelflife_keys_released_total"
        case .batchedOrders: "shelflife_till_orders_total"
        }
    }

    fileprivate var help: String {
        switch self {
        case .windowsPublished: "Windows issued since the start."
        case .publishFailures: "Attempts to publish that failed since the start."
        case .keysReleased: "Keys pushed to the streams since the start."
        case .batchedOrders: "Orders in the till's batches since the start."
        }
    }
}
