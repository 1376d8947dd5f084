/// Why a backup could not be made or restored. All existing data is unchanged.
package enum BackupError: Error, Hashable {
    case noDatabase(String)
    /// The folder that the backup should go to holds something.
    case folderInUse(String)
    /// SQLite's integrity check found an error in the copy.
    case unsound(String, words: String)
}

extension BackupError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noDatabase(let path): "there is no database at \(path); check the folder's name"
        case .folderInUse(let folder):
            "\(folder) is not empty; name a folder that is not there yet, since no backup is overwritten"
        case .unsound(let path, let words): "\(path) is damaged, so its copy was not kept: \(words)"
        }
    }
}
