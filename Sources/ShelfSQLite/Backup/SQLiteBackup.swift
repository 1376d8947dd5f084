import Foundation
import GRDB
import ShelfDatabase
package import ShelfModel
import ShelfSQL
import ShelfVault

/// Backs up a database while a server uses it, and restores it.
///
/// A backup is a folder with the database, and with the shop's files beside it (``BackupFiles``), so that backups in
/// one folder share them. The database appears under its name only when all is complete, checked and on the disk.
package enum SQLiteBackup {
    package static let file = "shelflife.sqlite"
    /// The file within a backup that has the SHA-256 of the others. It is written last.
    package static let digestFile = file + ".sha256"
    /// The folder within a backup that has the shop's files.
    package static let filesFolder = "files"

    /// Copies a database as it is at one moment, while a server continues to write to it.
    ///
    /// - Parameters:
    ///   - path: the database's file, which is only read.
    ///   - folder: the folder for the copy. It is created with mode 0700 and must be empty if it exists.
    /// - Throws: ``BackupError``, ``StorageError``. The incomplete copy is removed then.
    package static func write(_ path: String, to folder: String) throws -> SQLiteContents {
        try expectFile(path)
        try makeFolder(folder)
        let files = BackupFiles(of: folder)
        do {
            var counts = BackupFileCounts()
            var contents = try place(
                "\(folder)/\(file)", from: path, change: { counts = try takeFiles(out: $0, into: files) })
            contents.files = counts
            return contents
        } catch {
            files.remove()
            rmdir(folder)
            throw error
        }
    }

    /// Restores a backup to `path` and marks it as restored, so that the server that starts on it begins an
    /// incarnation. Pictures that are removed in the database that is at `path`, if it can be read, stay removed.
    ///
    /// - Parameters:
    ///   - folder: a backup.
    ///   - path: the new database's file.
    ///   - makeRoom: called once the copy is complete and on the disk. It must remove whatever is at `path`.
    /// - Throws: ``BackupError``, ``StorageError``, and what `makeRoom` throws. Nothing has been put at `path` then.
    package static func restore(
        _ folder: String, to path: String, at instant: Instant, makeRoom: () throws -> Void = {}
    ) throws -> SQLiteContents {
        try expect(in: folder)
        let backup = "\(folder)/\(file)"
        let removed = removedPictures(at: path)
        var removalsKept = 0
        var contents = try place(path, from: backup, makeRoom: makeRoom) { part in
            try open(part) { queue in
                try SQLiteSchema().migrate(queue)
                removalsKept = try queue.write { database in
                    try database.execute(sql: "INSERT INTO restored VALUES (?)", arguments: [instant.milliseconds])
                    let session = SQLiteSession(database: database, seals: .none)
                    return try removed.filter { try $0.removeAgain(in: session) }.count
                }
                try queue.write { try BackupFiles(of: folder).putBack(into: $0) }
            }
        }
        contents.removalsKept = removalsKept
        return contents
    }

    /// - Throws: ``BackupError`` when there is no whole backup in a folder; ``StorageError`` when the user may not look.
    package static func expect(in folder: String) throws {
        let backup = "\(folder)/\(file)"
        do {
            try expectFile(backup)
        } catch BackupError.noDatabase where access(part(of: backup), F_OK) == 0 {
            throw BackupError.unfinished(folder)
        }
    }

    /// Whether a restore to this path was broken off after it had made room, and before its copy took the place.
    package static func wasBrokenOff(restoring path: String) -> Bool {
        access(path, F_OK) != 0 && access(part(of: path), F_OK) == 0
    }

    /// The removed pictures of what may be there, which may also be damaged, or older than pictures are.
    private static func removedPictures(at path: String) -> [StoredPicture] {
        let removed = try? open(path, isReadOnly: true) { queue in
            try queue.read { database in
                if try !database.columns(in: "picture").contains(where: { $0.name == "pipeline" }) {
                    // A database of before has the pictures of the first pipeline.
                    for table in ["picture", "picture_variant"] {
                        try database.execute(
                            sql: "CREATE TEMP VIEW \(table) AS SELECT *, 1 AS pipeline FROM main.\(table)")
                    }
                }
                return try StoredPicture.removed(in: SQLiteSession(database: database, seals: .none))
            }
        }
        return removed ?? []
    }

    /// - Throws: ``BackupError`` when the file isn't there, ``StorageError`` when the user may not look for it.
    private static func expectFile(_ path: String) throws {
        guard access(path, F_OK) != 0 else { return }
        guard errno == EACCES else { throw BackupError.noDatabase(path) }
        throw StorageError(path, .EACCES)
    }

    /// The copy of `path` while it isn't complete.
    private static func part(of path: String) -> String { path + ".part" }

    /// Copies to a file beside `path`, checks and changes the copy, syncs it to the disk and renames it to `path`.
    private static func place(
        _ path: String, from source: String, makeRoom: () throws -> Void = {},
        change: (_ part: String) throws -> Void = { _ in }
    ) throws -> SQLiteContents {
        let part = part(of: path)
        defer { SQLiteFiles(part).remove() }
        SQLiteFiles(part).remove()
        do {
            try copy(source, to: part)
            let contents = try check(part, from: source)
            try change(part)
            try makeRoom()
            guard access(path, F_OK) != 0 else { throw BackupError.folderInUse(path) }
            try SQLiteFiles.rename(part, to: path)
            return contents
        } catch {
            throw SQLiteFiles(part).fault(error) ?? error
        }
    }

    /// Copies into a single file without a write-ahead log, so that it can be read from a read-only disk.
    private static func copy(_ path: String, to part: String) throws {
        try SQLiteFiles(part).makePrivate()
        try open(path, isReadOnly: true) { source in
            try source.read { database in
                try SQLiteSchema().expect(in: database, at: path)
                if let place = try MovedMark.destination(database) { throw BackupError.moved(path, to: place) }
            }
            try open(part) { target in
                try source.backup(to: target)
                try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            }
        }
    }

    /// Takes the files out of a copy, which has no more than the rest then.
    private static func takeFiles(out part: String, into files: BackupFiles) throws -> BackupFileCounts {
        let rest = part + "-rest"
        defer { SQLiteFiles(rest).remove() }
        SQLiteFiles(rest).remove()
        let counts = try open(part) { queue in
            // The copy is thrown away if this is broken off.
            try queue.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            }
            let counts = try queue.write { try files.takeOut(of: $0) }
            guard counts.linked + counts.written > 0 else { return counts }
            try SQLiteFiles(rest).makePrivate()
            try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [rest]) }
            return counts
        }
        guard counts.linked + counts.written > 0 else { return counts }
        try SQLiteFiles.sync(rest)
        try SQLiteFiles.rename(rest, to: part)
        return counts
    }

    /// Checks a copy and returns a summary of its contents.
    private static func check(_ part: String, from source: String) throws -> SQLiteContents {
        try open(part, isReadOnly: true) { queue in
            try queue.read { database in
                let faults = try String.fetchAll(database, sql: "PRAGMA integrity_check(3)").filter { $0 != "ok" }
                guard faults.isEmpty else {
                    throw BackupError.unsound(source, words: faults.joined(separator: "; "))
                }
                return try SQLiteContents(of: database)
            }
        }
    }

    private static func open<Value>(
        _ path: String, isReadOnly: Bool = false, _ body: (DatabaseQueue) throws -> Value
    ) throws -> Value {
        var configuration = GRDB.Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(5)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try body(queue)
        } catch {
            throw SQLiteFiles(path).fault(error) ?? error
        }
    }

    private static func makeFolder(_ folder: String) throws {
        let files = FileManager.default
        do {
            try files.createDirectory(
                at: URL(filePath: folder).deletingLastPathComponent(), withIntermediateDirectories: true)
            if mkdir(folder, 0o700) != 0 {
                guard errno == EEXIST else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
                let names = try files.contentsOfDirectory(atPath: folder)
                guard names.isEmpty else {
                    let isUnfinished = names.allSatisfy { $0.hasPrefix(part(of: file)) || $0 == filesFolder }
                    throw isUnfinished ? BackupError.unfinished(folder) : .folderInUse(folder)
                }
            }
            guard chmod(folder, 0o700) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        } catch let error as BackupError {
            throw error
        } catch {
            throw StorageError(folder, error)
        }
    }
}
