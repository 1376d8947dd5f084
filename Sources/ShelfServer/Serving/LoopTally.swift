import Synchronization

/// What one event loop has counted, for others to read.
final class LoopTally: Sendable {
    private final class Counter: Sendable {
        let value = Atomic(0)

        var count: Int { value.load(ordering: .relaxed) }
    }

    private let answered = LaneRoute.allCases.map { _ in Counter() }
    private let notModified = LaneRoute.allCases.map { _ in Counter() }
    private let ended = ConnectionFault.allCases.map { _ in Counter() }

    func count(_ route: LaneRoute, isNotModified: Bool = false) {
        (isNotModified ? notModified : answered)[route.rawValue].value.add(1, ordering: .relaxed)
    }

    func count(_ fault: ConnectionFault) {
        ended[fault.rawValue].value.add(1, ordering: .relaxed)
    }

    /// Answers so far, but for what never was.
    var answers: [(route: LaneRoute, status: Int, count: Int)] {
        LaneRoute.allCases.flatMap { route in
            [(route, 200, answered[route.rawValue].count), (route, 304, notModified[route.rawValue].count)]
        }.filter { $0.2 > 0 }
    }

    /// Connections that were ended so far.
    func ended(_ fault: ConnectionFault) -> Int { ended[fault.rawValue].count }
}
