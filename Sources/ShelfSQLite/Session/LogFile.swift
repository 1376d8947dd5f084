import Foundation
import ShelfDatabase

/// The write-ahead log, opened only to sync it.
///
/// It stays open: the system reports a failed write only to files that were open when it failed.
final class LogFile: Sendable {
    private let path: String
    private let file: CInt

    /// - Parameter path: the database's; a connection has opened it.
    init(of path: String) throws(StorageError) {
        self.path = path + "-wal"
        file = open(self.path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw fault }
    }

    deinit { close(file) }

    /// Syncs the log of a program that isn't there any more, if there is one.
    ///
    /// A killed process may have written to it without syncing. Its commits are visible from now on, and repeated requests
    /// for them are confirmed, so they must survive a power cut.
    static func syncLeft(of path: String) throws {
        guard access(path + "-wal", F_OK) == 0 else { return }
        try LogFile(of: path).sync()
    }

    /// Waits until all that was written to the log is on the disk.
    func sync() throws(SyncFailure) {
        #if canImport(Darwin)
            let code = fsync(file)
        #else
            let code = fdatasync(file)
        #endif
        guard code == 0 else { throw SyncFailure() }
    }

    private var fault: StorageError { StorageError(path, POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
