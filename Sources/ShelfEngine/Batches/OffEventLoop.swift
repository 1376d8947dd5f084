/// Runs long work outside of the caller's task, which may run on an event loop. It goes on when that task is cancelled,
/// so that no change is left half made.
func offEventLoop<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await Task.detached(operation: body).value
}

/// Runs long work that changes nothing outside of the caller's task, at a low priority. It is cancelled with that task.
func inBackground<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let work = Task.detached(priority: .utility, operation: body)
    return try await withTaskCancellationHandler {
        let result = await work.result
        // A cancelled task returns what it has so far, which nobody may take for the whole.
        try Task.checkCancellation()
        return try result.get()
    } onCancel: {
        work.cancel()
    }
}
