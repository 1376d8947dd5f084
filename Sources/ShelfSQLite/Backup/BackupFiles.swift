import Crypto
import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

/// The folder `files` of a backup: the shop's files, each under its SHA-256. A file that an earlier backup beside this
/// one has is the same file on the disk (a hard link), as far as the disk allows it.
struct BackupFiles {
    /// The backup.
    private let backup: String

    private var folder: String { "\(backup)/\(SQLiteBackup.filesFolder)" }

    init(of backup: String) { self.backup = backup }

    /// Removes the folder, with all that is in it.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Writes or links each file that is whole, and deletes its parts. One whose bytes aren't what its name says stays
    /// in the database.
    ///
    /// - Parameter copy: of the database. Nobody else has it open, and it is thrown away when this fails.
    func takeOut(of copy: Database) throws -> BackupFileCounts {
        var counts = BackupFileCounts()
        let files = try Self.files(where: "EXISTS (SELECT 1 FROM file_part WHERE file = digest)", in: copy)
        guard !files.isEmpty else { return counts }
        guard mkdir(folder, 0o700) == 0 else { throw fault(folder) }
        let earlier = earlierFolders
        for file in files {
            if try !link(file, from: earlier, &counts) {
                guard try write(file, from: copy) else {
                    counts.unsound += 1
                    continue
                }
                counts.written += 1
            }
            try copy.execute(sql: "DELETE FROM file_part WHERE file = ?", arguments: [Data(file.digest)])
        }
        try sync(folder)
        return counts
    }

    /// The folders of other backups in the same folder, the newest first.
    private var earlierFolders: [String] {
        let own = URL(filePath: backup).standardizedFileURL
        let parent = own.deletingLastPathComponent().path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        let folders = names.filter { $0 != own.lastPathComponent }.map { "\(parent)/\($0)/\(SQLiteBackup.filesFolder)" }
        let dated = folders.compactMap { folder in
            let about = try? FileManager.default.attributesOfItem(atPath: folder)
            guard about?[.type] as? FileAttributeType == .typeDirectory else { return (String, Date)?.none }
            return (about?[.modificationDate] as? Date).map { (folder, $0) }
        }
        return dated.sorted { $0.1 > $1.1 }.map(\.0)
    }

    /// - Returns: whether an earlier backup has the file, sound and only this user's, and it is here now.
    private func link(
        _ file: FileHead, from earlier: [String], _ counts: inout BackupFileCounts
    ) throws -> Bool {
        let (name, place) = (file.name, path(of: file))
        for folder in earlier {
            guard Foundation.link("\(folder)/\(name)", place) == 0 else {
                if errno != ENOENT { counts.obstacle = String(cString: strerror(errno)) }
                continue
            }
            if isSound(file) {
                counts.linked += 1
                return true
            }
            counts.damaged.append("\(folder)/\(name)")
            guard unlink(place) == 0 else { throw fault(place) }
            return false
        }
        return false
    }

    /// Whether what is here under a file's name is a file of its bytes, which nobody but this user can change.
    private func isSound(_ file: FileHead) -> Bool {
        let descriptor = open(path(of: file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        let opened = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var about = stat()
        guard fstat(descriptor, &about) == 0, about.st_mode & ~S_IFMT == 0o600, about.st_mode & S_IFMT == S_IFREG,
            about.st_uid == geteuid(), about.st_size == file.length
        else { return false }
        var hash = SHA256()
        while let piece = try? opened.read(upToCount: FileHead.bytesInPart), !piece.isEmpty {
            hash.update(data: piece)
        }
        return Array(hash.finalize()) == file.digest
    }

    /// - Returns: whether the bytes in the database are what the file's name says; if not, nothing is here.
    private func write(_ file: FileHead, from copy: Database) throws -> Bool {
        let place = path(of: file)
        let descriptor = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0, fchmod(descriptor, 0o600) == 0 else { throw fault(place) }
        let opened = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let parts = try Data.fetchCursor(
            copy, sql: "SELECT bytes FROM file_part WHERE file = ? ORDER BY part", arguments: [Data(file.digest)])
        var hash = SHA256()
        do {
            while let part = try parts.next() {
                hash.update(data: part)
                try opened.write(contentsOf: part)
            }
            try opened.synchronize()
        } catch let error as DatabaseError {
            throw error
        } catch {
            throw StorageError(place, error)
        }
        guard Array(hash.finalize()) == file.digest else {
            guard unlink(place) == 0 else { throw fault(place) }
            return false
        }
        return true
    }

    /// Reads the parts of each file that is whole and has none in the database. A backup of before has them there.
    ///
    /// - Throws: ``BackupError/lostFile(_:)`` when one isn't here, or isn't what its name says.
    func putBack(into copy: Database) throws {
        for file in try Self.files(where: "NOT EXISTS (SELECT 1 FROM file_part WHERE file = digest)", in: copy) {
            guard let opened = FileHandle(forReadingAtPath: path(of: file)) else {
                throw BackupError.lostFile(path(of: file))
            }
            var hash = SHA256()
            for part in file.parts {
                let count = file.bytes(of: part).count
                guard let bytes = try opened.read(upToCount: count), bytes.count == count else {
                    throw BackupError.lostFile(path(of: file))
                }
                hash.update(data: bytes)
                try copy.execute(
                    sql: "INSERT INTO file_part VALUES (?, ?, ?)", arguments: [Data(file.digest), part, bytes])
            }
            let isLonger = try opened.read(upToCount: 1)?.isEmpty == false
            guard !isLonger, Array(hash.finalize()) == file.digest else {
                throw BackupError.lostFile(path(of: file))
            }
        }
    }

    private static func files(where condition: String, in copy: Database) throws -> [FileHead] {
        // A database of before there were files lacks the table.
        guard try copy.tableExists("file") else { return [] }
        return try Row.fetchAll(
            copy,
            sql: "SELECT digest, length FROM file WHERE whole_at_ms IS NOT NULL AND \(condition) ORDER BY digest"
        ).map { FileHead(digest: Array($0["digest"] as Data), length: $0["length"]) }
    }

    private func path(of file: FileHead) -> String { "\(folder)/\(file.name)" }

    private func sync(_ path: String) throws {
        let opened = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(opened) }
        guard opened >= 0, fsync(opened) == 0 else { throw fault(path) }
    }

    private func fault(_ path: String) -> StorageError {
        StorageError(path, POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}

extension FileHead {
    /// The SHA-256 in lower-case hexadecimal digits.
    fileprivate var name: String {
        digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
