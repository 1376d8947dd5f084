import Synchronization

/// A value that tasks can wait for until it is as they want it.
final class WatchedValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var watchers: [Int: AsyncStream<Value>.Continuation] = [:]
        var watched = 0
    }

    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    /// To be set by one task at a time.
    var value: Value {
        get { state.withLock(\.value) }
        set {
            let watchers = state.withLock { state in
                state.value = newValue
                return Array(state.watchers.values)
            }
            for watcher in watchers { watcher.yield(newValue) }
        }
    }

    /// Returns once the value is as wanted.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func wait(until isWanted: @Sendable (Value) -> Bool) async throws {
        for await value in values where isWanted(value) { return }
        throw CancellationError()
    }

    /// The value now, and after each change.
    private var values: AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.watched += 1
            state.watchers[state.watched] = continuation
            continuation.yield(state.value)
            return state.watched
        }
        continuation.onTermination = { _ in self.state.withLock { $0.watchers[number] = nil } }
        return stream
    }
}
