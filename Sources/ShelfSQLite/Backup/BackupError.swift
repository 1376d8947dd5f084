/// Why a backup could not be made or restored. All existing data is unchanged.
package enum BackupError: Error, Hashable {
    case noDatabase(String)
    /// The folder has only the beginning of a backup.
    case unfinished(String)
    /// The folder that the backup should go to holds something.
    case folderInUse(String)
    /// Another process makes a backup in this folder of backups, and deletes others.
    case folderAtWork(String)
    /// A file of the backup isn't there, or isn't what its name says.
    case lostFile(String)
    /// The shop isn't in this database any more.
    case moved(String, to: String)
    /// SQLite's integrity check found an error in the copy.
    case unsound(String, words: String)
}

extension BackupError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noDatabase(let path): "there is no database at \(path); check the folder's name"
        case .unfinished(let folder):
            "\(folder) has an unfinished backup, which is being written or was broken off; name another folder"
        case .folderInUse(let folder):
            "\(folder) is not empty; name a folder that is not there yet, since no backup is overwritten"
        case .folderAtWork(let folder):
            "another backup is being made in \(folder) with --keep; try again when that has ended"
        case .lostFile(let path):
            "\(path) is missing or damaged; put it back from another copy of this backup, or use another backup"
        case .moved(let path, let destination):
            """
            \(path) holds a shop that has moved to \(destination), and what is here is of before. Back the shop up there \
            (for PostgreSQL, docs/operations/postgresql.md says how), or name the data folder that it is in
            """
        case .unsound(let path, let words): "\(path) is damaged, so its copy was not kept: \(words)"
        }
    }
}
