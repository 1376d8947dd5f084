import Synchronization

/// Does a piece of work once for all who ask for it while it is under way. It goes on when one of them is cancelled.
package final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let under = Mutex<[Key: Task<Value, any Error>]>([:])

    package init() {}

    /// - Returns: the work for this key that is under way, or else a new one.
    package func task(
        for key: Key, _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        under.withLock { under in
            if let task = under[key] { return task }
            let task = Task.detached { [self] in
                defer { self.under.withLock { $0[key] = nil } }
                return try await body()
            }
            under[key] = task
            return task
        }
    }
}
