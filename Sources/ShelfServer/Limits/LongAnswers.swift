import Synchronization

/// Counts the long answers that are under way, to all networks and to each one, and lets no more begin above the limits.
///
/// A client that reads a long answer slowly, or not at all, keeps memory and its place meanwhile.
package final class LongAnswers: Sendable {
    private struct State {
        var total = 0
        var byNetwork: [String: Int] = [:]
    }

    /// An answer with more bytes than this is a long one.
    package static let shortestBytes = 256 << 10
    package static let most = 64
    package static let mostOfNetwork = 16

    private let state = Mutex(State())

    package init() {}

    /// How many are under way.
    package var count: Int { state.withLock { $0.total } }

    /// - Parameter network: ``Network/of(_:)`` the client's address.
    /// - Returns: the answer's place; `nil` when too many are under way.
    package func begin(to network: String) -> Place? {
        let isAdmitted = state.withLock { state in
            let others = state.byNetwork[network, default: 0]
            guard state.total < Self.most, others < Self.mostOfNetwork else { return false }
            state.total += 1
            state.byNetwork[network] = others + 1
            return true
        }
        return isAdmitted ? Place(self, network) : nil
    }

    private func end(to network: String) {
        state.withLock { state in
            state.total -= 1
            let others = state.byNetwork[network, default: 1] - 1
            state.byNetwork[network] = others > 0 ? others : nil
        }
    }

    /// A long answer's place. It is given back at the latest when nobody holds this any more.
    package final class Place: Sendable {
        private let answers: LongAnswers
        private let network: String
        private let isTaken = Mutex(true)

        fileprivate init(_ answers: LongAnswers, _ network: String) {
            (self.answers, self.network) = (answers, network)
        }

        deinit { leave() }

        /// The answer has ended.
        package func leave() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { answers.end(to: network) }
        }
    }
}
