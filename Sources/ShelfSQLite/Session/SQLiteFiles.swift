import Foundation
import GRDB
import ShelfDatabase

/// The files of one database: the database itself, its write-ahead log and that log's index.
struct SQLiteFiles {
    /// A new file has small pages: a commit writes each page anew that it changes, and a purchase changes one row on each of
    /// several. A file that is there keeps its own.
    static let pages = "PRAGMA page_size = 1024"

    let path: String

    init(_ path: String) { self.path = path }

    var all: [String] { [path, path + "-wal", path + "-shm"] }

    var present: [String] { all.filter { access($0, F_OK) == 0 } }

    /// Gives the files mode 0600, and creates the database's file if it is missing. SQLite gives its other files the
    /// mode of that file, so nobody else can read any of them.
    ///
    /// An existing file isn't opened, because closing it would release the locks that SQLite holds on it in this
    /// process.
    ///
    /// - Throws: where the log is and the file isn't: SQLite would delete the log, and what only it holds.
    func makePrivate() throws(StorageError) {
        if access(path, F_OK) != 0, access(path + "-wal", F_OK) == 0 {
            throw StorageError(
                path,
                .other(
                    """
                    it isn't there, and its log is, which holds what was confirmed last. Put all of its files back \
                    (\(all.joined(separator: ", "))), or put a backup in their place (shelflife restore --replace)
                    """))
        }
        let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if made >= 0 {
            close(made)
        } else if errno != EEXIST {
            throw StorageError(path, POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        for file in all where chmod(file, 0o600) != 0 && errno != ENOENT {
            throw StorageError(file, POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// Removes the files, SQLite's temporary ones included.
    func remove() {
        for file in all + [path + "-journal"] { unlink(file) }
    }

    /// Renames a closed database's file, and syncs the folder.
    static func rename(_ path: String, to target: String) throws(StorageError) {
        guard Foundation.rename(path, target) == 0 else {
            throw StorageError(target, POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        let folder = open(URL(filePath: target).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        guard folder >= 0, fsync(folder) == 0 else {
            throw StorageError(target, POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// Syncs a closed database's file.
    static func sync(_ path: String) throws(StorageError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        guard file >= 0, fsync(file) == 0 else { throw StorageError(path, POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// Translates an SQLite error for an operator; `nil` for any other error.
    func fault(_ error: any Error) -> StorageError? {
        guard let error = error as? DatabaseError else { return error as? StorageError }
        switch error.resultCode {
        case .SQLITE_FULL: return StorageError(path, .full)
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: return StorageError(path, .damaged)
        case .SQLITE_READONLY: return found ?? StorageError(path, .readOnly)
        case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM: return found ?? StorageError(path, .other("\(error)"))
        default: return StorageError(path, .other("\(error)"))
        }
    }

    /// Asks the system what is wrong with the files or the disk, because SQLite doesn't say.
    private var found: StorageError? {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        for place in [folder] + present where access(place, R_OK | W_OK) != 0 {
            return StorageError(place, POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        var disk = statvfs()
        let isFull = statvfs(folder, &disk) == 0 && UInt64(disk.f_bavail) * UInt64(disk.f_frsize) < Self.leastSpace
        return isFull ? StorageError(path, .full) : nil
    }

    /// With less free space than this, SQLite can't even create the log's index.
    private static let leastSpace: UInt64 = 65_536
}
