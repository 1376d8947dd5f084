import GRDB
import ShelfDatabase

extension LogSync {
    /// Runs what may have SQLite sync one of its files, and keeps whether that failed.
    ///
    /// - Throws: what the body throws; `DatabaseLost` if a sync has failed before.
    func watching<Value>(_ body: () throws -> Value) throws -> Value {
        guard !hasFailed else { throw DatabaseLost(mayBeCommitted: false, message: "a sync has failed before") }
        do {
            return try body()
        } catch  where Self.isFailedSync(error) {
            fail(error)
            throw error
        }
    }

    static func isFailedSync(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return error is SyncFailure }
        return failedSyncs.contains(error.extendedResultCode)
    }

    private static let failedSyncs: [ResultCode] = [.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC]
}
