import Synchronization

/// Lets pieces of asynchronous work run one after another, in the order in which they asked.
///
/// An actor alone doesn't do that: while one of its methods waits for the database, another may begin.
final class SerialWork: Sendable {
    private struct State {
        var isBusy = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Waits until it is the turn of `body`, and runs it.
    func run<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        await begin()
        defer { end() }
        return try await body()
    }

    private func begin(isolation: isolated (any Actor)? = #isolation) async {
        await withCheckedContinuation { turn in
            let isFree = state.withLock { state in
                if state.isBusy { state.waiting.append(turn) }
                defer { state.isBusy = true }
                return !state.isBusy
            }
            if isFree { turn.resume() }
        }
    }

    private func end() {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return CheckedContinuation<Void, Never>?.none
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
