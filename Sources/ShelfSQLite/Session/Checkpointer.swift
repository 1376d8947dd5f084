import GRDB
import GRDBSQLite
import ShelfDatabase
import ShelfModel
import Synchronization

/// Copies the write-ahead log into the database's file on a connection of its own, so that the till's doesn't have to: a
/// writer that copies it makes those wait who want to buy.
///
/// What is written while it copies is left for the next time, and under load that never ends. So once the log is large,
/// the writer copies the rest and begins the log anew, and has to sync the file before that. The checkpointer leaves
/// little to it: it syncs what it has copied, and copies and syncs once more what was written meanwhile.
final class Checkpointer: Sendable {
    private let queue: DatabaseQueue
    private let writer: any DatabaseWriter
    private let isDue = Atomic(false)

    /// Less often, more would be left to the writer; more often, pages that change all the time would be copied more
    /// often.
    private static let interval = Duration.milliseconds(100)

    /// How many pages the log has when it is large.
    private static let large = 32_000

    /// - Parameter writer: has the connection that writes.
    init(path: String, writer: any DatabaseWriter) throws {
        queue = try DatabaseQueue(path: path)
        self.writer = writer
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
        guard try await copy(on: queue) > Self.large else { return }
        try await sync()
        _ = try await copy(on: queue)
        try await sync()
        _ = try await copy(on: writer)
    }

    /// - Returns: how many pages the log has.
    private func copy(on connection: any DatabaseWriter) async throws -> Int {
        try await connection.writeWithoutTransaction {
            try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(PASSIVE)")?["log"] ?? 0
        }
    }

    /// Syncs the database's file, which SQLite itself does only when it has copied all of the log.
    ///
    /// It is SQLite's own file: if another one were opened and closed, the process would lose its locks.
    private func sync() async throws {
        try await queue.writeWithoutTransaction { database in
            var file: UnsafeMutablePointer<sqlite3_file>?
            sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
            guard let file, let sync = file.pointee.pMethods?.pointee.xSync else { return }
            let code = sync(file, SQLITE_SYNC_NORMAL)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
    }
}
