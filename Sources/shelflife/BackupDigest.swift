import Crypto
import Foundation
import ShelfSQLite
import ShelfTerminal

/// The SHA-256 of a backup, in a file beside it that `sha256sum --check` reads, too.
///
/// SQLite notices what is cut short or mixed up, but not a bit that has turned within a value, such as a store's
/// signing key.
struct BackupDigest {
    private let backup: URL
    private let digest: URL

    private static let piece = 1 << 20

    init(folder: String) {
        let folder = URL(filePath: folder, directoryHint: .isDirectory)
        backup = folder.appending(path: SQLiteBackup.file)
        digest = folder.appending(path: SQLiteBackup.file + ".sha256")
    }

    func write() throws {
        try Data(line().utf8).write(to: digest)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: digest.path)
    }

    /// - Returns: whether there is a digest to compare the backup with.
    /// - Throws: ``UsageError`` when the backup isn't what was written.
    func check() throws -> Bool {
        guard let written = try? String(contentsOf: digest, encoding: .utf8) else { return false }
        guard try line() == written else {
            throw UsageError(
                """
                \(backup.path) isn't what was backed up: its SHA-256 is not the one in \(digest.lastPathComponent). \
                Use another backup
                """)
        }
        return true
    }

    private func line() throws -> String {
        let file = try FileHandle(forReadingFrom: backup)
        var hash = SHA256()
        while let piece = try file.read(upToCount: Self.piece), !piece.isEmpty { hash.update(data: piece) }
        let digits = hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return "\(digits.joined())  \(SQLiteBackup.file)\n"
    }
}
