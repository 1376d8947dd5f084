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
            try Self.move(databaseFiles, from: secrets, to: aside)
            try Self.move(Self.names(in: published), from: published, to: windows)
        } catch {
            throw StorageError(aside.path, error)
        }
        return aside
    }

    /// Moves the published windows into a new folder inside `secrets/`. It deletes nothing.
    ///
    /// - Parameter name: the new folder's name. The folder must not exist yet.
    /// - Returns: the folder; `nil` when there was nothing to move.
    package func setAsidePublished(as name: String) throws(StorageError) -> URL? {
        let names = Self.names(in: published)
        guard !names.isEmpty else { return nil }
        let aside = secrets.appending(path: name, directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: false)
            try Self.move(names, from: published, to: aside)
        } catch {
            throw StorageError(aside.path, error)
        }
        return aside
    }

    /// Puts back what ``setAside(as:)`` has moved.
    ///
    /// - Parameter prefix: with which the folder's name begins. The last such folder is taken; without any, nothing
    ///   happens.
    package func putBack(from prefix: String) throws(StorageError) {
        guard let name = Self.names(in: secrets).filter({ $0.hasPrefix(prefix) }).max() else { return }
        let aside = secrets.appending(path: name, directoryHint: .isDirectory)
        let windows = aside.appending(path: published.lastPathComponent, directoryHint: .isDirectory)
        do {
            try Self.move(Self.names(in: windows), from: windows, to: published)
            try Self.move(databaseFiles.reversed(), from: aside, to: secrets)
            try FileManager.default.removeItem(at: aside)
        } catch {
            throw StorageError(aside.path, error)
        }
    }

    /// Moves the files that are there, in this order.
    private static func move(_ names: [String], from folder: URL, to other: URL) throws {
        let files = FileManager.default
        for name in names where files.fileExists(atPath: folder.appending(path: name).path) {
            try files.moveItem(at: folder.appending(path: name), to: other.appending(path: name))
        }
    }

    /// The database is moved first and put back last: no server starts on one that lacks the others.
    private var databaseFiles: [String] {
        Self.endings.map { URL(filePath: database).lastPathComponent + $0 }
    }

    /// The file name endings of the database, its write-ahead log, the log's index, the rollback journal, and the mark
    /// of a sync that failed.
    private static let endings = ["", "-wal", "-shm", "-journal", "-unsynced"]

    private static func names(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }
}
