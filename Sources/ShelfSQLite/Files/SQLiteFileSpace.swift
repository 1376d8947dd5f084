import GRDB
package import ShelfModel
import ShelfSQL
import ShelfVault

extension FileSpace {
    /// Looks into a database's file, also while a server uses it. Nothing in it is changed.
    ///
    /// - Returns: `nil` where there is no database of this version, or nobody but a server may open it now.
    package init?(ofDatabaseAt path: String) {
        guard !FailedSync(path).isLeft else { return nil }
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        let space = try? DatabaseQueue(path: path, configuration: configuration).read { database in
            try SQLiteSchema().expect(in: database, at: path)
            return try FileSpace(in: SQLiteSession(database: database, seals: .none))
        }
        guard let space else { return nil }
        self = space
    }
}
