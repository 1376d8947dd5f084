import GRDB
import GRDBSQLite
import ShelfDatabase
import ShelfModel

/// How much longer a write may wait for the database's lock, which only one process can hold.
struct LockWait: Sendable {
    private let limit: TimeSpan
    private let end: ContinuousClock.Instant

    /// The wait begins now.
    init(atMost limit: TimeSpan) {
        self.limit = limit
        end = .now + .milliseconds(limit.milliseconds)
    }

    /// Runs a transaction that takes the lock before it reads, so that nothing it reads can change before it writes.
    ///
    /// - Parameter log: learns of the commit; `nil` in memory.
    /// - Throws: ``DatabaseBusy`` when the lock wasn't free in time. The body wasn't called then.
    func transaction<Value>(in database: Database, log: LogSync?, _ body: (Database) throws -> Value) throws -> Value {
        try begin(in: database)
        do {
            let value = try body(database)
            if let log { try log.commit(database.commit) } else { try database.commit() }
            return value
        } catch {
            log?.note(error)
            try? database.rollback()
            throw error
        }
    }

    private func begin(in database: Database) throws {
        let left = max(.zero, end - .now) / .milliseconds(1)
        sqlite3_busy_timeout(database.sqliteConnection, CInt(left))
        do {
            try database.beginTransaction(.immediate)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw DatabaseBusy(limit: limit)
        }
    }
}
