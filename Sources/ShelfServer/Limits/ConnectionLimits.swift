package import ShelfConfiguration
import Synchronization

/// Counts open connections, and refuses new ones above the limits.
package final class ConnectionLimits: Sendable {
    private struct State {
        var most: Int
        /// The most connections from one address; `nil` behind a proxy, where all come from the same one.
        var mostEach: Int?
        var total = 0
        var refused = 0
        var byNetwork: [String: Int] = [:]
    }

    private let isBehindProxy: Bool
    private let state: Mutex<State>

    package init(_ limits: LimitSettings, isBehindProxy: Bool) {
        self.isBehindProxy = isBehindProxy
        state = Mutex(State(most: 0))
        take(limits)
    }

    /// Puts limits in force that were read again. Connections that are open stay.
    func take(_ limits: LimitSettings) {
        state.withLock { state in
            state.most = limits.connectionsWanted
            state.mostEach = isBehindProxy ? nil : Int(limits.connectionsPerAddress)
        }
    }

    /// Lowers the limit, for example to the number of files that the system lets this process open.
    func allow(atMost count: Int) {
        state.withLock { $0.most = min($0.most, count) }
    }

    /// The number of open connections.
    package var count: Int { state.withLock { $0.total } }

    /// The number of connections that were refused so far.
    package var refused: Int { state.withLock { $0.refused } }

    /// - Parameter network: the network of the connection's address, from ``Network/of(_:)``.
    /// - Returns: whether the connection is accepted. If so, call ``leave(_:)`` once when it ends.
    package func admit(_ network: String) -> Bool {
        state.withLock { state in
            let others = state.byNetwork[network, default: 0]
            guard state.total < state.most, others < state.mostEach ?? state.most else {
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
