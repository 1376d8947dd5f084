import Foundation
import GRDB
package import ShelfDatabase

/// A shop in SQLite that is moved. It has a connection of its own, in a transaction that holds up all others' writing.
package struct SQLiteShop: Sendable {
    private let queue: DatabaseQueue
    private let path: String

    private init(_ path: String) throws {
        self.path = path
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(30)
        configuration.prepareDatabase { try $0.execute(sql: SQLiteFiles.pages) }
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    private func execute(_ sql: String) async throws {
        try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    private func rollBack() async throws {
        try await queue.writeWithoutTransaction { database in
            if database.isInsideTransaction { try database.rollback() }
        }
    }

    /// Where the shop of a database has moved to; `nil` when it is there.
    package static func destination(from path: String) throws -> String? {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: path, configuration: configuration).read(MovedMark.destination)
    }
}

extension SQLiteShop: ShopSource {
    /// - Parameter path: of a database that a server has made.
    /// - Throws: ``StorageError``.
    package static func source(at path: String) throws -> SQLiteShop {
        guard FileManager.default.fileExists(atPath: path) else { throw StorageError(path, .missing) }
        guard !FailedSync(path).isLeft else { throw StorageError(path, .unmended) }
        let shop = try SQLiteShop(path)
        try shop.queue.read { try SQLiteSchema().expect(in: $0, at: path) }
        // The target's tables wouldn't take what an earlier version's may hold.
        try SQLiteSchema().migrate(shop.queue)
        return shop
    }

    package func hold() async throws {
        try await execute("BEGIN IMMEDIATE")
        if let destination = try await queue.read(MovedMark.destination) { throw ShopMoved(to: destination) }
    }

    package func leave(for destination: String) async throws {
        try await queue.writeWithoutTransaction { database in
            try MovedMark.write(destination, to: database)
            try database.execute(sql: "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    package func letGo() async throws { try await rollBack() }

    package func rows(of table: ShopTable, after key: [ShopValue]?, limit: Int) async throws -> [[ShopValue]] {
        try await queue.writeWithoutTransaction { database in
            let columns = table.columns.map(\.quoted).joined(separator: ", ")
            let names = table.key.map(\.quoted).joined(separator: ", ")
            var sql = "SELECT \(columns) FROM \"\(table.name)\""
            if key != nil { sql += " WHERE (\(names)) > (\(table.key.map { _ in "?" }.joined(separator: ", ")))" }
            if !names.isEmpty { sql += " ORDER BY \(names) LIMIT \(limit)" }
            let rows = try Row.fetchCursor(
                database.cachedStatement(sql: sql), arguments: StatementArguments((key ?? []).map(\.sqlite)))
            var values: [[ShopValue]] = []
            while let row = try rows.next() { values.append(row.databaseValues.map(ShopValue.init)) }
            return values
        }
    }
}

extension SQLiteShop: ShopTarget {
    /// A shop that arrives in a file of its own, which takes its place once the shop is whole.
    ///
    /// - Parameter path: where no database is, or one whose shop has moved; in a folder that is there.
    /// - Throws: ``TargetInUse``, ``StorageError``.
    package static func target(at path: String) throws -> SQLiteShop {
        if FileManager.default.fileExists(atPath: path) {
            guard try destination(from: path) != nil else { throw TargetInUse() }
        }
        let files = SQLiteFiles(path + arriving)
        do {
            try files.makePrivate()
            let shop = try SQLiteShop(path + arriving)
            try shop.queue.read { try SQLiteSchema().refuseOtherVersions($0, at: path + arriving) }
            try shop.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
            try SQLiteSchema().migrate(shop.queue)
            return shop
        } catch {
            throw files.fault(error) ?? error
        }
    }

    private static let arriving = ".arriving"

    package func prepare() async throws {
        try await queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE; DROP TABLE IF EXISTS arriving")
            for table in ShopTable.all { try database.execute(sql: "DELETE FROM \"\(table.name)\"") }
        }
    }

    package func insert(_ rows: [[ShopValue]], into table: ShopTable) async throws {
        try await queue.writeWithoutTransaction { database in
            let columns = table.columns.map(\.quoted).joined(separator: ", ")
            let places = table.columns.map { _ in "?" }.joined(separator: ", ")
            let statement = try database.cachedStatement(
                sql: "INSERT INTO \"\(table.name)\" (\(columns)) VALUES (\(places))")
            for row in rows { try statement.execute(arguments: StatementArguments(row.map(\.sqlite))) }
        }
    }

    package func keep() async throws {
        try await queue.writeWithoutTransaction { database in
            try database.checkForeignKeys()
            try PurchaseFiling.fileAnew(in: database)
            try database.execute(
                sql: "CREATE TABLE arriving (at_ms INTEGER); COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    package func abandon() async throws { try await rollBack() }

    package func isWhole() async throws -> Bool { try await queue.read { try $0.tableExists("arriving") } }

    /// A database whose shop had moved is replaced.
    package func open() async throws {
        try await queue.writeWithoutTransaction { database in
            try database.execute(sql: "DROP TABLE arriving")
            // The file alone is the database from now on.
            guard try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == false else {
                // It stays whole, so that this can be tried again.
                try database.execute(sql: "CREATE TABLE arriving (at_ms INTEGER)")
                throw StorageError(path, .inUse(process: nil))
            }
        }
        try queue.close()
        let place = String(path.dropLast(Self.arriving.count))
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
            try? FileManager.default.removeItem(atPath: place + suffix)
        }
        try SQLiteFiles.rename(path, to: place)
    }
}

extension ShopValue {
    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null, .double: .null
            case .int64(let number): .integer(number)
            case .string(let text): .text(text)
            case .blob(let bytes): .bytes(Array(bytes))
            }
    }

    fileprivate var sqlite: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        }
    }
}
