import Synchronization

/// What the engine counts for its operator, since the start.
package final class EngineCounters: Sendable {
    package enum Counter: Int, CaseIterable, Sendable {
        case windowsPublished, publishFailures, keysReleased, batchedOrders
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

    /// How long the till's batches took, until they were durable or had failed.
    package let batches = DurationHistogram()

    private let counts = Counter.allCases.map { _ in Count() }

    package init() {}

    package func count(_ counter: Counter, _ number: Int = 1) {
        counts[counter.rawValue].value.add(number, ordering: .relaxed)
    }

    package subscript(counter: Counter) -> Int { counts[counter.rawValue].value.load(ordering: .relaxed) }
}
