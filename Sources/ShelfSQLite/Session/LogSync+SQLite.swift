import GRDB
import ShelfDatabase

extension LogSync {
    /// Runs what may have SQLite sync one of its files, and keeps whether that failed.
    ///
    /// - Throws: what the body throws; `DatabaseLost` if a sync has failed before.
    func watching<Value>(_ body: () throws -> Value) throws -> Value {
        try refuseAfterFailure()
        do {
            return try body()
        } catch {
            note(error)
            throw error
        }
    }

    /// Keeps that a sync has failed, if that is what an error says.
    func note(_ error: any Error) {
        if Self.isFailedSync(error) { fail(error) }
    }

    static func isFailedSync(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return error is SyncFailure }
        return failedSyncs.contains(error.extendedResultCode)
    }

    private static let failedSyncs: [ResultCode] = [.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC]
}
