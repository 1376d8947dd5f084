import Dispatch
import ShelfDatabase
import ShelfModel
import ShelfVault

/// One of the places for a connection, with a thread of its own, so that no event loop ever waits for the database.
///
/// The connection is only touched on the queue, which makes the class safe to share.
final class PostgresLane: @unchecked Sendable {
    private let parameters: [String: String]
    private let dialing: PostgresDialing
    private let seals: ColumnSeals
    private let queue: DispatchQueue
    private var connection: PostgresConnection?

    init(_ parameters: [String: String], _ dialing: PostgresDialing, _ seals: ColumnSeals, number: Int) {
        self.seals = seals
        self.parameters = parameters
        self.dialing = dialing
        queue = DispatchQueue(label: "postgres \(number)")
    }

    func perform<Value: Sendable>(_ body: @escaping @Sendable (PostgresLane) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body(self) }) }
        }
    }

    /// Runs single statements, each of them a transaction of its own.
    func statements<Value>(_ deadline: Deadline, _ body: (PostgresSession) throws -> Value) throws -> Value {
        let connection = try connected(deadline)
        do {
            return try body(PostgresSession(connection: connection, deadline: deadline, seals: seals))
        } catch {
            dropUnlessUsable()
            throw error
        }
    }

    /// Runs a transaction, which is durable when this returns.
    ///
    /// - Parameter begin: the statement that begins it.
    func transaction<Value>(
        _ begin: String, _ deadline: Deadline, _ body: (PostgresSession) throws -> Value
    ) throws -> Value {
        let connection = try connected(deadline)
        do {
            try connection.runScript(begin, deadline: deadline)
            let value = try body(PostgresSession(connection: connection, deadline: deadline, seals: seals))
            try connection.commit(deadline: deadline)
            return value
        } catch {
            if !(error is DatabaseLost) { try? connection.runScript("ROLLBACK", deadline: deadline) }
            dropUnlessUsable()
            throw error
        }
    }

    /// A connection that isn't between two transactions is closed, which makes the server roll back.
    private func dropUnlessUsable() {
        if connection?.isUsable != true { connection = nil }
    }

    private func connected(_ deadline: Deadline) throws -> PostgresConnection {
        // A caller that waited too long in line sends nothing, so that the connection stays good for the next.
        guard !deadline.isPast else {
            throw DatabaseLost(mayBeCommitted: false, message: "all connections were in use for too long")
        }
        if let connection { return connection }
        let new = try dialing.dial(parameters, deadline)
        connection = new
        return new
    }
}
