import ShelfDatabase
import ShelfWire

/// The database failed, perhaps only for a moment. The client is told to try again; the cause is logged for the
/// operator.
struct Unavailable: Error {
    let cause: any Error

    var problem: Problem {
        (cause as? DatabaseLost)?.mayBeCommitted == true ? .unknownOutcome : .unavailable
    }
}

/// An error that says what the client is told.
protocol Refusal: Error {
    var problem: Problem { get }
}

extension Problem: Refusal {
    var problem: Problem { self }
}

/// - Throws: a ``Refusal`` from the body unchanged, and every other error as ``Unavailable``.
func available<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let refusal as any Refusal {
        throw refusal
    } catch {
        throw Unavailable(cause: error)
    }
}
