package import Foundation
package import ShelfDatabase

extension DataFolder {
    /// Whether the folder contains a server's data.
    package var holdsData: Bool {
        FileManager.default.fileExists(atPath: database) || !Self.names(in: published).isEmpty
    }

    /// Moves the database and the published windows into a new folder inside `secrets/`, so that others can take their
    /// place. It deletes nothing.
    ///
    /// - Parameter name: the new folder's name. The folder must not exist yet.
    /// - Returns: the folder.
    package func setAside(as name: String) throws(StorageError) -> URL {
        let aside = secrets.appending(path: name, directoryHint: .isDirectory)
        let windows = aside.appending(path: published.lastPathComponent, directoryHint: .isDirectory)
        let files = FileManager.default
        do {
            try files.createDirectory(at: windows, withIntermediateDirectories: true)
            let databaseFile = URL(filePath: database).lastPathComponent
            for name in Self.names(in: secrets) where Self.endings.contains(where: { databaseFile + $0 == name }) {
                try files.moveItem(at: secrets.appending(path: name), to: aside.appending(path: name))
            }
            for name in Self.names(in: published) {
                try files.moveItem(at: published.appending(path: name), to: windows.appending(path: name))
            }
        } catch {
            throw StorageError(aside.path, error)
        }
        return aside
    }

    /// The file name endings of the database, its write-ahead log, the log's index, and the rollback journal.
    private static let endings = ["", "-wal", "-shm", "-journal"]

    private static func names(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }
}
