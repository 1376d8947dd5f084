import Crypto
import Foundation
import ShelfDatabase
import ShelfSQLite
import ShelfTerminal

/// The SHA-256 of a backup's database and of each of its files, in a file beside them that `sha256sum --check` reads,
/// too.
///
/// SQLite notices what is cut short or mixed up, but not a bit that has turned within a value, such as a store's
/// signing key. Files are named by their SHA-256, and a restore compares each with its name; so here only their names
/// are compared.
struct BackupDigest {
    private let backup: URL
    private let files: URL
    private let digest: URL

    private static let piece = 1 << 20

    init(folder: String) {
        let folder = URL(filePath: folder, directoryHint: .isDirectory)
        backup = folder.appending(path: SQLiteBackup.file)
        files = folder.appending(path: SQLiteBackup.filesFolder, directoryHint: .isDirectory)
        digest = folder.appending(path: SQLiteBackup.digestFile)
    }

    /// Writes it whole or not at all, since by it a backup is known to be whole.
    func write() throws {
        let part = digest.path + ".part"
        do {
            let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: Data(lines().utf8))
            try file.synchronize()
            let folder = open(backup.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
            defer { close(folder) }
            guard rename(part, digest.path) == 0, fsync(folder) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        } catch {
            throw StorageError(digest.path, error)
        }
    }

    /// - Returns: whether there is a digest to compare the backup with.
    /// - Throws: ``UsageError`` when the backup isn't what was written.
    func check() throws -> Bool {
        guard let written = try? String(contentsOf: digest, encoding: .utf8) else { return false }
        guard try lines() == written else {
            throw UsageError(
                """
                \(backup.path) isn't what was backed up: its SHA-256 is not the one in \(digest.lastPathComponent), or \
                there are other files in \(SQLiteBackup.filesFolder). Use another backup
                """)
        }
        return true
    }

    private func lines() throws -> String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? []
        return try line() + names.sorted().map { "\($0)  \(SQLiteBackup.filesFolder)/\($0)\n" }.joined()
    }

    private func line() throws -> String {
        let file = try FileHandle(forReadingFrom: backup)
        var hash = SHA256()
        while let piece = try file.read(upToCount: Self.piece), !piece.isEmpty { hash.update(data: piece) }
        let digits = hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return "\(digits.joined())  \(SQLiteBackup.file)\n"
    }
}
