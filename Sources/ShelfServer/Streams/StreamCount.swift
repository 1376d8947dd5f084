import Synchronization

/// The number of streams that one event loop has open. Other threads may read it.
package final class StreamCount: Sendable {
    private let count = Atomic(0)

    package init() {}

    package var value: Int { count.load(ordering: .relaxed) }

    func add(_ change: Int) { count.add(change, ordering: .relaxed) }
}
