import Synchronization

/// What the engine counts for its operator, since the start.
package final class EngineCounters: Sendable {
    package enum Counter: Int, CaseIterable, Sendable {
        case windowsPublished, publishFailures, keysReleased
    }

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    private let counts = Counter.allCases.map { _ in Count() }

    package init() {}

    package func count(_ counter: Counter) {
        counts[counter.rawValue].value.add(1, ordering: .relaxed)
    }

    package subscript(counter: Counter) -> Int { counts[counter.rawValue].value.load(ordering: .relaxed) }
}
