import Foundation
import GRDB
import GRDBSQLite
import ShelfDatabase
import ShelfModel
import Synchronization

/// Copies the write-ahead log into the database's file on a connection of its own, so that the till's doesn't have to: a
/// writer that copies it makes those wait who want to buy.
///
/// SQLite begins the log anew only when all of it is copied, and syncs the file before that. Under load something is
/// always written while the log is copied. So once the log is large, the writer copies the rest. The checkpointer leaves
/// little to it: it syncs what it has copied, and copies and syncs once more what was written meanwhile.
///
/// Nothing is copied after a sync that failed. The file may lack pages that SQLite takes for copied, and they are in the
/// log for as long as that isn't begun anew; the next start of the program copies all of it (``FailedSync``).
final class Checkpointer: Sendable {
    private let queue: DatabaseQueue
    private let reader: DatabaseQueue
    private let writer: any DatabaseWriter
    private let log: LogSync
    private let isDue = Atomic(false)
    private let isCopying = Atomic(false)

    /// Less often, more would be left to the writer; more often, pages that change all the time would be copied more
    /// often.
    private static let interval = Duration.milliseconds(100)

    /// How many pages the log has when it is large. With fewer, the writer has to sync the file more often, which on a
    /// slow disk takes it some milliseconds.
    private static let large = 32_000

    /// How much of the log is copied, in pages.
    private struct Progress {
        let pages: Int
        let copied: Int
    }

    /// - Parameters:
    ///   - writer: has the connection that writes.
    ///   - log: learns when a sync fails.
    init(path: String, writer: any DatabaseWriter, log: LogSync) throws {
        var waiting = GRDB.Configuration()
        // The server that closes the database last holds it alone for a moment.
        waiting.busyMode = .timeout(5)
        queue = try DatabaseQueue(path: path, configuration: waiting)
        reader = try DatabaseQueue(path: path, configuration: waiting)
        (self.writer, self.log) = (writer, log)
    }

    /// Copies the log soon.
    func note() {
        guard !isDue.exchange(true, ordering: .relaxed) else { return }
        Task { [weak self] in
            try? await Task.sleep(for: Self.interval)
            try? await self?.copyIfFree()
        }
    }

    /// Copies all of the log into the database's file, and empties the log. It waits for readers and writers.
    ///
    /// - Throws: `DatabaseBusy` when a reader or a writer was in the way.
    func empty(waitingAtMost limit: TimeSpan) throws {
        let end = ContinuousClock.now + .milliseconds(limit.milliseconds)
        while try !log.watching({ try empty(until: end) }) {
            guard .now < end else { throw DatabaseBusy(limit: limit) }
            // For readers and writers SQLite waits, but not for another program that copies the log.
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// - Returns: whether the log is empty.
    private func empty(until end: ContinuousClock.Instant) throws -> Bool {
        try queue.writeWithoutTransaction { database in
            let left = max(.zero, end - .now) / .milliseconds(1)
            try database.execute(sql: "PRAGMA busy_timeout = \(Int(left))")
            return try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == false
        }
    }

    /// Copies the log now, or soon if it is still being copied: several copies at one time would only wait for each other.
    private func copyIfFree() async throws {
        isDue.store(false, ordering: .relaxed)
        guard !isCopying.exchange(true, ordering: .acquiring) else { return note() }
        defer { isCopying.store(false, ordering: .releasing) }
        try await copy()
    }

    private func copy() async throws {
        let progress = try await copyBesideWriter()
        guard progress.pages > Self.large, progress.copied < progress.pages else { return }
        try await sync()
        _ = try await copyBesideWriter()
        try await sync()
        _ = try await writer.writeWithoutTransaction { try self.copy(on: $0) }
    }

    /// Copies while a reader keeps the log from being begun anew.
    ///
    /// Up to version 3.51.2 SQLite confuses the log with the one that was begun meanwhile, and later leaves pages out:
    /// https://sqlite.org/wal.html#walresetbug.
    ///
    /// The reader begins once the queue is free, and not before: ``empty(waitingAtMost:)`` waits on the queue for readers.
    private func copyBesideWriter() async throws -> Progress {
        try await queue.writeWithoutTransaction { copying in
            try self.reader.read { reading in
                _ = try Int.fetchOne(reading, sql: "SELECT 1 FROM sqlite_master LIMIT 1")
                return try self.copy(on: copying)
            }
        }
    }

    private func copy(on database: Database) throws -> Progress {
        let row = try log.watching { try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(PASSIVE)") }
        return Progress(pages: row?["log"] ?? 0, copied: row?["checkpointed"] ?? 0)
    }

    /// Syncs the database's file, which SQLite itself does only when it has copied all of the log.
    ///
    /// It is SQLite's own file: if another one were opened and closed, the process would lose its locks.
    private func sync() async throws {
        try await queue.writeWithoutTransaction { [log] database in
            var file: UnsafeMutablePointer<sqlite3_file>?
            sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
            guard let file, let sync = file.pointee.pMethods?.pointee.xSync else { return }
            try log.watching {
                let code = sync(file, SQLITE_SYNC_NORMAL)
                guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
            }
        }
    }
}
