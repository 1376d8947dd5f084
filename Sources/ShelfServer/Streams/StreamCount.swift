import Synchronization

/// How many streams one event loop has open, for others to read.
package final class StreamCount: Sendable {
    private let count = Atomic(0)

    package init() {}

    package var value: Int { count.load(ordering: .relaxed) }

    func add(_ change: Int) { count.add(change, ordering: .relaxed) }
}
