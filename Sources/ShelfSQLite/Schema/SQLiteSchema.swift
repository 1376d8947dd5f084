import GRDB
import ShelfDatabase

/// The tables, version by version. A migration that has shipped is never changed.
package struct SQLiteSchema: Sendable {
    package struct Migration: Sendable {
        package let name: String
        let sql: String

        package init(name: String, sql: String) {
            (self.name, self.sql) = (name, sql)
        }
    }

    private let migrator: DatabaseMigrator

    /// The tables of this version, and how those of earlier ones become them.
    package static let migrations = [
        Migration(name: "0.1.0", sql: tables),
        Migration(name: "what is off sale is withdrawn once", sql: withdrawnOnce),
        Migration(name: "a wallet holds 2^53 - 1 at most", sql: boundedMoney),
        Migration(name: "files in parts", sql: files),
        Migration(name: "pictures", sql: pictures),
        Migration(name: "packs", sql: packs),
        Migration(name: "invitations", sql: invitations),
        Migration(name: "wrapping keys", sql: wrappingKeys),
        Migration(name: "cancelled versions", sql: cancelledVersions),
        Migration(name: "pauses", sql: pauses),
        Migration(name: "few pages a purchase", sql: fewPages),
        Migration(name: "pictures by pipeline", sql: picturesByPipeline),
        Migration(name: "bare levels", sql: bareLevels),
        Migration(name: "zones", sql: zones),
    ]

    package init(_ migrations: [Migration] = SQLiteSchema.migrations) {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name, foreignKeyChecks: .immediate) {
                try $0.execute(sql: migration.sql)
            }
        }
        self.migrator = migrator
    }

    /// Migrates the tables to this version.
    func migrate(_ writer: any DatabaseWriter) throws { try migrator.migrate(writer) }

    /// - Throws: ``StorageError`` when another version of the program has made the tables and this one can't use them:
    ///   a later one, or a build from before version 0.1.0.
    func refuseOtherVersions(_ database: Database, at path: String) throws {
        let applied = try migrator.appliedIdentifiers(database)
        guard !applied.contains(Self.former) else { throw StorageError(path, .formerBuild) }
        guard try !migrator.hasBeenSuperseded(database) else { throw StorageError(path, .newer) }
    }

    /// The first of sixteen migrations that builds before version 0.1.0 made.
    private static let former = "1: stores, chains, listings, windows"

    /// - Throws: ``StorageError`` when another program has made tables here. The table of migrations is no such sign: a
    ///   first start that was broken off can leave it alone and empty.
    func refuseOtherPrograms(_ database: Database, at path: String) throws {
        guard try migrator.appliedIdentifiers(database).isEmpty else { return }
        let tables = try Int.fetchOne(
            database,
            sql: "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name <> 'grdb_migrations'")
        guard tables == 0 else { throw StorageError(path, .foreign) }
    }

    /// - Throws: ``StorageError`` when these are not the tables of Shelflife, or of another version.
    func expect(in database: Database, at path: String) throws {
        try refuseOtherVersions(database, at: path)
        guard try !migrator.appliedIdentifiers(database).isEmpty else { throw StorageError(path, .damaged) }
    }
}
