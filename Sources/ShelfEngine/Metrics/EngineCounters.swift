import Synchronization

/// What the engine counts for its operator, since the start.
package final class EngineCounters: Sendable {
    package enum Counter: Int, CaseIterable, Sendable {
        case windowsPublished, publishFailures, keysReleased
    }

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    /// How many windows are served but couldn't be written to the published folder.
    private let unfiled = Atomic(0)
    package var unfiledWindows: Int {
        get { unfiled.load(ordering: .relaxed) }
        set { unfiled.store(newValue, ordering: .relaxed) }
    }

    private let counts = Counter.allCases.map { _ in Count() }

    package init() {}

    package func count(_ counter: Counter) {
        counts[counter.rawValue].value.add(1, ordering: .relaxed)
    }

    package subscript(counter: Counter) -> Int { counts[counter.rawValue].value.load(ordering: .relaxed) }
}
