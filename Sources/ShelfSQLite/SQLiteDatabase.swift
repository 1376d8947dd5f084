import Foundation
import GRDB
import GRDBSQLite
package import ShelfDatabase
package import ShelfModel
import ShelfSQL
package import ShelfVault

/// The embedded database: an SQLite file, or a database in memory.
///
/// Opening it makes its schema right and its files readable to their owner only. A call that made or read a commit
/// returns only once that commit is on the disk.
package struct SQLiteDatabase: SQLDatabase, ShelfDatabase {
    private let writer: any DatabaseWriter
    private let busyAtMost: TimeSpan
    private let faults: FaultHook?
    /// `nil` for a database in memory.
    private let log: LogSync?
    private let checkpointer: Checkpointer?
    package let seals: ColumnSeals
    package let errors = DatabaseErrors()

    /// - Parameters:
    ///   - path: the database's file, which is created if it is missing. Its folder must exist.
    ///   - busyAtMost: how long a write waits for another process that is writing.
    ///   - schema: the tables that this version has.
    ///   - seals: how the columns are stored that hold secrets.
    ///   - faults: what a test lets fail.
    ///   - onFailedSync: called once when the disk didn't take what was written to it. Nothing more is written, copied or
    ///     confirmed then. The program has to end without closing the database, because SQLite would copy the log into
    ///     its file and delete it; the next start writes the log anew and copies it.
    /// - Throws: ``StorageError``; `ShopMoved` when the shop isn't here any more.
    package init(
        path: String, busyAtMost: TimeSpan = usualBusyLimit, schema: SQLiteSchema = SQLiteSchema(),
        seals: ColumnSeals = .none, faults: FaultHook? = nil,
        onFailedSync: @escaping @Sendable (StorageError) -> Void = Self.endProgram
    ) throws {
        let (files, failedSync) = (SQLiteFiles(path), FailedSync(path))
        do {
            try files.makePrivate()
            if failedSync.isLeft { try failedSync.writeLogAnew() } else { try LogFile.syncLeft(of: path) }
            var configuration = GRDB.Configuration()
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase {
                try $0.execute(sql: $0.configuration.readonly ? Self.reading : SQLiteFiles.pages)
            }
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.read { reading in
                try schema.refuseOtherVersions(reading, at: path)
                try schema.refuseOtherPrograms(reading, at: path)
                if let destination = try MovedMark.destination(reading) { throw ShopMoved(to: destination) }
            }
            let file = try LogFile(of: path)
            let log = LogSync {
                try faults?("sync", .syncing)
                try file.sync()
            } onFailure: {
                failedSync.leave()
                onFailedSync(StorageError(path, .unsynced("\($0)")))
            }
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: Self.writing)
                if failedSync.isLeft { try failedSync.copyLog(database) }
            }
            failedSync.forget()
            try self.init(
                writer: pool, log: log, checkpointer: Checkpointer(path: path, writer: pool, log: log),
                busyAtMost: busyAtMost, schema: schema, seals: seals, faults: faults)
            try file.sync()
        } catch {
            guard LogSync.isFailedSync(error) else { throw files.fault(error) ?? error }
            failedSync.leave()
            let fault = StorageError(path, .unsynced("\(error)"))
            onFailedSync(fault)
            throw fault
        }
    }

    /// Longer than any transaction of another server takes, and no longer than a player waits after a tap.
    package static let usualBusyLimit = TimeSpan.seconds(2)

    /// Ends the process at once, and says why.
    package static func endProgram(_ fault: StorageError) {
        let words = Array("Error: \(fault)\n".utf8)
        // Whether anybody reads it or not.
        _ = Foundation.write(STDERR_FILENO, words, words.count)
        _exit(EX_IOERR)
    }

    /// Readers see the file's pages in memory instead of copying each, since a start reads all listings that matter.
    private static let reading = "PRAGMA mmap_size = 1073741824"

    /// SQLite itself syncs the log only before it copies it; ``LogSync`` syncs it for each commit.
    ///
    /// The ``Checkpointer`` copies the log. SQLite's own copies are turned off, because they say nothing of a sync that
    /// failed. The cache holds 8 MB: SQLite looks through all of it after most commits, so a larger one would cost time.
    private static let writing = """
        PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192; PRAGMA wal_autocheckpoint = 0
        """

    /// A database in memory, which is deleted with its last reference.
    package static func inMemory(seals: ColumnSeals = .none, faults: FaultHook? = nil) throws -> SQLiteDatabase {
        try SQLiteDatabase(
            writer: DatabaseQueue(), log: nil, checkpointer: nil, busyAtMost: usualBusyLimit, schema: SQLiteSchema(),
            seals: seals, faults: faults)
    }

    private init(
        writer: any DatabaseWriter, log: LogSync?, checkpointer: Checkpointer?, busyAtMost: TimeSpan,
        schema: SQLiteSchema, seals: ColumnSeals, faults: FaultHook?
    ) throws {
        self.writer = writer
        self.log = log
        self.checkpointer = checkpointer
        self.busyAtMost = busyAtMost
        self.seals = seals
        self.faults = faults
        try schema.migrate(writer)
    }

    /// Runs statements on one snapshot.
    ///
    /// - Throws: `DatabaseLost` when the disk doesn't take what was committed, which the statements may have read.
    func read<Value: Sendable>(
        _ call: StaticString, _ body: @escaping @Sendable (SQLiteSession) throws -> Value
    ) async throws -> Value {
        try await counting {
            try faults?(call, .reading)
            let value = try await writer.read { try body(SQLiteSession(database: $0, seals: seals)) }
            do {
                try await log?.wait()
            } catch {
                throw DatabaseLost(mayBeCommitted: false, message: "\(error)")
            }
            return value
        }
    }

    package func clock() async throws -> Instant? { nil }

    /// In SQLite every read is a snapshot.
    func readSnapshot<Value: Sendable>(
        _ call: StaticString, _ body: @escaping @Sendable (SQLiteSession) throws -> Value
    ) async throws -> Value {
        try await read(call, body)
    }

    /// Runs one transaction, which is durable when the call returns.
    ///
    /// - Throws: ``DatabaseBusy`` when another process held the lock for too long. The time counts from this call, and
    ///   includes the time that earlier writes of this process waited for the same lock. `ShopMoved`.
    ///   `DatabaseLost` when the transaction was committed and the disk didn't take it.
    func write<Value: Sendable>(
        _ call: StaticString, _ body: @escaping @Sendable (SQLiteSession) throws -> Value
    ) async throws -> Value {
        try await write(call, onCommit: {}, body)
    }

    /// Runs one transaction, as ``write(_:_:)`` does.
    ///
    /// - Parameter onCommit: called once the transaction is committed, if the disk is slow, so that the next can begin.
    func write<Value: Sendable>(
        _ call: StaticString, onCommit: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (SQLiteSession) throws -> Value
    ) async throws -> Value {
        try await counting { try await transaction(call, onCommit: onCommit, body) }
    }

    /// Counts what a call has failed with.
    private func counting<Value: Sendable>(_ call: () async throws -> Value) async throws -> Value {
        do {
            return try await call()
        } catch {
            errors.count(DatabaseErrors.Kind(ofSQLite: error))
            throw error
        }
    }

    private func transaction<Value: Sendable>(
        _ call: StaticString, onCommit: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (SQLiteSession) throws -> Value
    ) async throws -> Value {
        try faults?(call, .writing)
        let wait = LockWait(atMost: busyAtMost)
        defer { checkpointer?.note() }
        let value = try await writer.writeWithoutTransaction { database in
            do {
                return try wait.transaction(in: database, log: log) {
                    try body(SQLiteSession(database: $0, seals: seals))
                }
            } catch {
                throw MovedMark.explained(error, in: database)
            }
        }
        if let log {
            if log.isSlow { onCommit() }
            do {
                try await log.wait()
            } catch {
                throw DatabaseLost(mayBeCommitted: true, message: "\(error)")
            }
        }
        return value
    }

    /// Only the holder of the write lock chooses numbers, so nobody else can choose the same one.
    func newNumber(in table: NumberedTable, at instant: Instant, _ session: SQLiteSession) throws -> Int64 {
        TimeOrderedNumber.next(
            after: try session.greatestNumber(in: table.rawValue), at: instant, chance: .random(in: .min ... .max))
    }

    package func scrub() async throws {
        try checkpointer?.empty(waitingAtMost: busyAtMost)
    }

    package func compact() async throws {
        try await writer.writeWithoutTransaction { [log] database in
            guard let log else { return try database.execute(sql: "VACUUM") }
            try log.watching { try database.execute(sql: "VACUUM") }
        }
        try await scrub()
    }

    /// How many bytes of pages the writing connection has put into the write-ahead log.
    package func bytesLogged() async throws -> Int64 {
        try await writer.writeWithoutTransaction { database in
            var (pages, most) = (CInt(0), CInt(0))
            sqlite3_db_status(database.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &pages, &most, 0)
            return try Int64(pages) * (Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
        }
    }

    /// Translates an SQLite error for an operator; `nil` for any other error.
    ///
    /// - Parameter path: the database's file.
    package static func fault(_ error: any Error, at path: String) -> StorageError? { SQLiteFiles(path).fault(error) }
}

extension DatabaseErrors.Kind {
    /// - Returns: `nil` for a call that its caller has cancelled.
    fileprivate init?(ofSQLite error: any Error) {
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_INTERRUPT?: return nil
        case .SQLITE_BUSY?: self = .busy
        case .SQLITE_FULL?: self = .full
        case .SQLITE_READONLY?: self = .readOnly
        case .SQLITE_CORRUPT?, .SQLITE_NOTADB?: self = .damaged
        default: self.init(error)
        }
    }
}
