package import ShelfConfiguration
import Synchronization

/// Counts connections, and lets no more in than there is room for.
package final class Doorkeeper: Sendable {
    private struct State {
        var most: Int
        var total = 0
        var refused = 0
        var byNetwork: [String: Int] = [:]
    }

    /// From one address; `nil` when all come from a proxy's.
    private let mostEach: Int?
    private let state: Mutex<State>

    package init(_ limits: LimitSettings, isBehindProxy: Bool) {
        state = Mutex(State(most: Int(limits.connections)))
        mostEach = isBehindProxy ? nil : Int(limits.connectionsPerAddress)
    }

    /// Lets no more in than this from now on, however many the limit allows.
    func allow(atMost count: Int) {
        state.withLock { $0.most = min($0.most, count) }
    }

    /// How many are in.
    package var count: Int { state.withLock { $0.total } }

    /// How many weren't let in so far.
    package var refused: Int { state.withLock { $0.refused } }

    /// - Parameter network: whose connection it is: ``Network/of(_:)``.
    /// - Returns: whether it may come in; then it must ``leave(_:)`` once.
    package func admit(_ network: String) -> Bool {
        state.withLock { state in
            let others = state.byNetwork[network, default: 0]
            guard state.total < state.most, others < mostEach ?? state.most else {
                state.refused += 1
                return false
            }
            state.total += 1
            state.byNetwork[network] = others + 1
            return true
        }
    }

    package func leave(_ network: String) {
        state.withLock { state in
            state.total -= 1
            let others = state.byNetwork[network, default: 1] - 1
            state.byNetwork[network] = others > 0 ? others : nil
        }
    }
}
