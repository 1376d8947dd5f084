package import Foundation
package import ShelfDatabase

/// A server's data folder. It has four subfolders: `secrets`, `work` and `cache`, which only the server's user may
/// enter, and `published` for issued windows.
///
/// `secrets` must not be inside `published`, because a web server that serves `published` would then serve the secrets
/// too.
package struct DataFolder: Sendable {
    package let path: String
    package let secrets: URL
    package let published: URL
    /// Where the programs work that make pictures.
    package let work: WorkFolder
    /// Copies of the database's files.
    package let cache: URL

    /// Only stores the path. It doesn't create or open anything.
    package init(path: String) {
        self.path = path
        let root = URL(filePath: path, directoryHint: .isDirectory)
        secrets = root.appending(path: "secrets", directoryHint: .isDirectory)
        published = root.appending(path: "published", directoryHint: .isDirectory)
        work = WorkFolder(at: root.appending(path: "work", directoryHint: .isDirectory))
        cache = root.appending(path: "cache", directoryHint: .isDirectory)
    }

    package var database: String { secrets.appending(path: "shelflife.sqlite").path }
    /// The unix socket at which the server takes the vault's passphrase.
    package var unlock: String { secrets.appending(path: "unlock").path }
    package var lock: String { secrets.appending(path: "lock").path }
    package var staging: URL { secrets.appending(path: "staging", directoryHint: .isDirectory) }

    /// Creates the folders that are missing.
    package func make() throws(StorageError) {
        let files = FileManager.default
        do {
            try files.createDirectory(at: published, withIntermediateDirectories: true)
            try files.createDirectory(
                at: secrets, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: secrets.path)
        } catch {
            throw StorageError(path, error)
        }
    }

    /// Runs `body` while it holds the folder's lock, so that no other process uses the folder.
    ///
    /// - Throws: ``DataFolderInUse``, ``StorageError``, and whatever `body` throws.
    package func alone<Value>(_ body: () async throws -> Value) async throws -> Value {
        let held = try FolderLock(file: lock, folder: path)
        defer { held.release() }
        return try await body()
    }
}
