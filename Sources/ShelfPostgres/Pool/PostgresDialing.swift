import ShelfDatabase
import ShelfModel
import Synchronization

/// Makes connections, and after failures waits longer and longer, with jitter, so that a server that comes back isn't
/// met by all of its clients at once. Calls in between fail at once.
final class PostgresDialing: Sendable {
    private struct State {
        var failures = 0
        var waitsUntil: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    private static let firstWait = TimeSpan(milliseconds: 100)
    private static let longestWait = TimeSpan.seconds(5)

    /// What holds for each connection. A statement waits two seconds for a lock at most, as with SQLite. Commits are
    /// durable whatever the server's default is.
    private static let settings = """
        SET lock_timeout = 2000;
        SET idle_in_transaction_session_timeout = 30000;
        SET client_encoding = 'UTF8';
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
        """

    func dial(_ parameters: [String: String], _ deadline: Deadline) throws -> PostgresConnection {
        if let until = state.withLock(\.waitsUntil), until > .now {
            throw DatabaseLost(mayBeCommitted: false, message: "the last attempt to connect failed a moment ago")
        }
        do {
            let connection = try PostgresConnection(parameters, deadline: deadline)
            try connection.runScript(Self.settings, deadline: deadline)
            state.withLock { $0 = State() }
            return connection
        } catch {
            state.withLock { state in
                let longest = min(Self.firstWait.milliseconds << min(state.failures, 10), Self.longestWait.milliseconds)
                state.failures += 1
                state.waitsUntil = .now + .milliseconds(Int64.random(in: longest / 2...longest))
            }
            throw error
        }
    }
}
