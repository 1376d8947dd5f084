import ShelfWire

/// What the database could not do now, and may in a moment. Whoever asked is told so; the cause is the operator's.
struct Unavailable: Error {
    let cause: any Error
}

/// - Throws: the body's own problems as they are, all else as ``Unavailable``.
func available<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let problem as Problem {
        throw problem
    } catch {
        throw Unavailable(cause: error)
    }
}
