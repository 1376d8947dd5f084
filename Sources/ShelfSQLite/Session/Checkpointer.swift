import GRDB
import ShelfDatabase
import ShelfModel
import Synchronization

/// Copies the write-ahead log into the database's file on a connection of its own, so that the till's doesn't have to: a
/// writer that copies it makes those wait who want to buy.
///
/// What is written while it copies is left for the next time, and under load that never ends. So the writer copies the
/// little that is left once the log is large, and begins it anew.
final class Checkpointer: Sendable {
    private let queue: DatabaseQueue
    private let isDue = Atomic(false)

    /// Less often, more would be left to the writer; more often, pages that change all the time would be copied more
    /// often.
    private static let interval = Duration.milliseconds(100)

    init(path: String) throws {
        queue = try DatabaseQueue(path: path)
    }

    /// Copies the log soon.
    func note() {
        guard !isDue.exchange(true, ordering: .relaxed) else { return }
        Task { [weak self] in
            try? await Task.sleep(for: Self.interval)
            try? await self?.copy()
        }
    }

    /// Copies all of the log into the database's file, and empties the log. It waits for readers and writers.
    ///
    /// - Throws: `DatabaseBusy` when a reader or a writer was in the way.
    func empty(waitingAtMost limit: TimeSpan) throws {
        let isBusy = try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA busy_timeout = \(limit.milliseconds)")
            return try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        if isBusy ?? false { throw DatabaseBusy(limit: limit) }
    }

    private func copy() async throws {
        isDue.store(false, ordering: .relaxed)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
    }
}
