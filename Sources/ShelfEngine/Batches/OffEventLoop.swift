/// Runs long work outside of the caller's task, which may run on an event loop.
func offEventLoop<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await Task.detached(operation: body).value
}
