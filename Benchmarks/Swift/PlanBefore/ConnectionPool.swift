import Dispatch
import Foundation
import Synchronization

/// Connections to one database, each with a thread of its own. Who needs one while all are in use waits in line.
final class ConnectionPool: Sendable {
    private typealias Work = @Sendable (PreparedConnection) -> Void

    private let line = Mutex<[Work]>([])
    private let waiting = DispatchSemaphore(value: 0)

    init(_ address: String, connections: Int) throws {
        for connection in try (0..<connections).map({ _ in try PreparedConnection(address) }) {
            Thread.detachNewThread { self.serve(connection) }
        }
    }

    func use<Value: Sendable>(
        _ body: @escaping @Sendable (PreparedConnection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            line.withLock { line in
                line.append { connection in continuation.resume(with: Result { try body(connection) }) }
            }
            waiting.signal()
        }
    }

    /// For as long as the process lives.
    private func serve(_ connection: PreparedConnection) {
        while true {
            waiting.wait()
            let work = line.withLock { $0.removeFirst() }
            work(connection)
        }
    }
}
