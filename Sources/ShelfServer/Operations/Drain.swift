import Synchronization

/// Whether the server was told to stop and still answers, until proxies send their requests elsewhere.
package final class Drain: Sendable {
    private let begun = Atomic(false)

    var isOn: Bool { begun.load(ordering: .relaxed) }

    package func begin() { begun.store(true, ordering: .relaxed) }
}
