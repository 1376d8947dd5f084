import ShelfEngine
import ShelfWire
import Synchronization

/// The counters of one event loop. Other threads may read them.
final class EventLoopCounters: Sendable {
    /// Where a route's answers are counted. It is looked up once, since every answer of the fast lane is counted.
    struct RouteIndex {
        fileprivate let value: Int

        static let time = EventLoopCounters.index(of: .time)
        static let purchase = EventLoopCounters.index(of: .purchase)
        static let keys = EventLoopCounters.index(of: .keys)
        static let playerEvents = EventLoopCounters.index(of: .playerEvents)
    }

    private final class Counter: Sendable {
        let value = Atomic(0)

        var count: Int { value.load(ordering: .relaxed) }
    }

    /// How long the fast lane's answers took, those apart that were ready: to look at the clock would take longer.
    let durations = RequestDurations()
    private let answered = Route.allCases.map { _ in Counter() }
    private let notModified = Route.allCases.map { _ in Counter() }
    private let ended = ConnectionFault.allCases.map { _ in Counter() }

    static func index(of route: Route) -> RouteIndex { RouteIndex(value: Route.allCases.firstIndex(of: route) ?? 0) }

    func count(_ route: RouteIndex, isNotModified: Bool = false) {
        (isNotModified ? notModified : answered)[route.value].value.add(1, ordering: .relaxed)
    }

    func count(_ fault: ConnectionFault) {
        ended[fault.rawValue].value.add(1, ordering: .relaxed)
    }

    /// The number of answers by route and status, without zeros.
    var answers: [(route: Route, status: Int, count: Int)] {
        Route.allCases.indices.flatMap { index in
            [
                (Route.allCases[index], 200, answered[index].count),
                (Route.allCases[index], 304, notModified[index].count),
            ]
        }.filter { $0.2 > 0 }
    }

    /// How long all of the fast lane's answers took. Windows that were ready count as no time.
    func reading(of requests: TimedRequest) -> DurationHistogram.Reading {
        var reading = durations[requests]
        guard requests == .windows else { return reading }
        let all = answers.filter { TimedRequest($0.route) == requests }.reduce(0) { $0 + $1.count }
        reading.add(unmeasured: max(0, all - reading.count))
        return reading
    }

    /// Connections that were ended so far.
    func ended(_ fault: ConnectionFault) -> Int { ended[fault.rawValue].count }
}
