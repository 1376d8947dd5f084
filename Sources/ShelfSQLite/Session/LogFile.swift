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

    /// Waits until all that was written to the log is on the disk.
    func sync() throws(FailedSync.Failure) {
        #if canImport(Darwin)
            let code = fsync(file)
        #else
            let code = fdatasync(file)
        #endif
        guard code == 0 else { throw FailedSync.Failure() }
    }

    private var fault: StorageError { StorageError(path, POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
