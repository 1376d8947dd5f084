import Foundation
import GRDB
package import ShelfDatabase
package import ShelfModel

/// The embedded database: one SQLite file, or memory.
///
/// Opening it makes its schema right. Every commit is on the disk before it
/// returns (`synchronous=FULL` on a write-ahead log).
package struct SQLiteDatabase: ScheduleDatabase {
    private let writer: any DatabaseWriter

    /// - Parameter path: where the file is, or is to be; its folder must exist.
    package init(path: String) throws {
        try Self.syncLog(of: path)
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { try $0.execute(sql: Self.writing) }
        try self.init(writer: pool)
    }

    /// Puts on the disk what a process that was killed has written and not synced.
    ///
    /// Its commits are read from now on, and whoever asks again about one of them is told that it is done.
    private static func syncLog(of path: String) throws {
        guard let log = FileHandle(forReadingAtPath: path + "-wal") else { return }
        defer { try? log.close() }
        try log.synchronize()
    }

    /// A pool chooses NORMAL for its write-ahead log, which may lose the newest commits with the power.
    ///
    /// The log may grow to 32 MB before it is copied into the file, for in a rush the same pages are
    /// written again and again; and 64 MB of pages are held, so that a player's rows needn't be read again.
    private static let writing = "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; \(trading)"

    /// Windows are written once: what a thousand stores write in a minute is copied piece by piece, of 2 MB, so
    /// that no purchase in between waits until all of it is.
    private static let publishing = "PRAGMA wal_autocheckpoint = 500"
    private static let trading = "PRAGMA wal_autocheckpoint = 8000"

    /// A database that is gone with its last reference.
    package static func inMemory() throws -> SQLiteDatabase {
        try SQLiteDatabase(writer: DatabaseQueue())
    }

    private init(writer: any DatabaseWriter) throws {
        self.writer = writer
        try SQLiteSchema.migrator.migrate(writer)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await writer.read(body)
    }

    /// One transaction, durable when it returns.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await writer.write(body)
    }

    /// What `PRAGMA synchronous` says of the connection that writes: 2 is FULL.
    package func synchronousLevel() async throws -> Int? {
        try await writer.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }

    package func store(_ id: String) async throws -> StoredStore? {
        try await writer.read { try StoredStore.find(id, in: $0) }
    }

    package func create(_ store: StoredStore) async throws -> StoredStore {
        try await writer.write { database in
            try store.insert(into: database)
            return try StoredStore.find(store.id, in: database) ?? store
        }
    }

    package func chains(of store: String) async throws -> [StoredChain] {
        try await writer.read { try StoredChain.all(of: store, in: $0) }
    }

    package func add(_ chain: StoredChain) async throws -> StoredChain {
        try await writer.write { database in
            try chain.insert(into: database)
            return try StoredChain.find(store: chain.store, epoch: chain.epoch, in: database) ?? chain
        }
    }

    package func listings(of store: String, endingAfter instant: Instant) async throws -> [StoredListing] {
        try await writer.read { try StoredListing.all(of: store, endingAfter: instant, in: $0) }
    }

    package func editionsSold() async throws -> [Item.ID: Int64] {
        try await writer.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT item, sold FROM edition")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["item"], $0["sold"]) })
        }
    }

    package func publish(_ publications: [Publication]) async throws -> Set<String> {
        try await writer.writeWithoutTransaction { database in
            var refused: Set<String> = []
            try database.execute(sql: Self.publishing)
            defer { try? database.execute(sql: Self.trading) }
            try database.inTransaction(.immediate) {
                for publication in publications where try !publication.insert(into: database) {
                    refused.insert(publication.store)
                }
                return .commit
            }
            return refused
        }
    }

    package func newestWindows(of store: String, limit: Int) async throws -> [StoredWindow] {
        try await writer.read { try StoredWindow.newest(of: store, limit: limit, in: $0) }
    }

    package func window(of store: String, sequence: Int64) async throws -> StoredWindow? {
        try await writer.read { try StoredWindow.find(store: store, sequence: sequence, in: $0) }
    }

    package func prune(store: String, windows: Instant, listings: Instant, chains: Instant) async throws {
        try await writer.write { database in
            try database.execute(
                sql: """
                    DELETE FROM "window" WHERE store = ? AND issued_at_ms < ?;
                    DELETE FROM listing WHERE store = ? AND start_ms + seconds * 1000 < ?;
                    DELETE FROM chain WHERE store = ? AND epoch_ms + slots * 1000 < ?
                    """,
                arguments: [
                    store, windows.milliseconds, store, listings.milliseconds, store, chains.milliseconds,
                ])
        }
    }
}
