import Foundation
import GRDB
import ShelfDatabase

/// What a sync that failed leaves for the next start of the program, in a file beside the database.
///
/// The system's memory may hold what the disk lacks, and take it for written. So the next start writes all of the log
/// anew, and then copies all of it into the database's file. Any later power cut finds the whole log, or its effect.
struct FailedSync {
    private let path: String
    private var mark: String { path + "-unsynced" }
    private var log: String { path + "-wal" }

    /// - Parameter path: the database's.
    init(_ path: String) { self.path = path }

    /// Whether a sync has failed in the program's last life.
    var isLeft: Bool { access(mark, F_OK) == 0 }

    /// Keeps that a sync has failed. Even if the mark never reaches the disk, it is seen for as long as the system's memory
    /// has what the disk lacks.
    func leave() {
        let file = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    func forget() { unlink(mark) }

    /// Writes each byte of the log anew, in its place, before SQLite opens the database.
    ///
    /// Nobody else may have the database open. Somebody who writes would be in the way, and with anybody SQLite would go
    /// on with what it believes to be copied.
    ///
    /// - Throws: ``SyncFailure``; `StorageError` with `inUse` or what the system says.
    func writeLogAnew() throws {
        if let other { throw StorageError(path, .inUse(process: other)) }
        let file = open(log, O_RDWR | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return }
            throw fault
        }
        defer { close(file) }
        var (offset, buffer) = (off_t(0), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = pread(file, &buffer, buffer.count, offset)
            guard count != 0 else { break }
            guard count > 0, pwrite(file, buffer, count, offset) == count else { throw fault }
            offset += off_t(count)
        }
        guard fsync(file) == 0 else { throw SyncFailure() }
    }

    /// Copies all of the log into the database's file, and syncs that.
    ///
    /// - Parameter database: of a connection that may write.
    func copyLog(_ database: Database) throws {
        guard try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(FULL)") == false else {
            throw StorageError(path, .inUse(process: nil))
        }
    }

    /// A process that has the database open: each connection holds a lock on this byte of the log's index
    /// (https://sqlite.org/walformat.html, "deadman switch").
    private var other: Int? {
        let file = open(path + "-shm", O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        (lock.l_start, lock.l_len) = (128, 1)
        guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return Int(lock.l_pid)
    }

    private var fault: StorageError { StorageError(log, POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
