import Foundation
import ShelfDatabase
package import ShelfModel

/// A folder in which `shelflife backup --keep` makes backups and deletes its own earlier ones. Each has an instant for
/// a name; what has another name stays.
///
/// It deletes by number and never by age, so that none goes while none can be made. It deletes before it makes the
/// next, so that a full disk has room again.
package struct KeptBackups {
    private let folder: String
    private let count: Int

    /// - Parameters:
    ///   - folder: is created with mode 0700 if it is missing.
    ///   - count: how many whole backups stay beside the next one; at least 1.
    package init(in folder: String, keeping count: Int) {
        (self.folder, self.count) = (folder, count)
    }

    /// One of the folder's own backups.
    struct Kept: Hashable {
        let made: Instant
        /// Whether its digest is there, which is written last.
        let isWhole: Bool
    }

    /// The backups that go before the next one: every unfinished one, and every whole one but the newest.
    static func surplus(of backups: [Kept], keeping count: Int) -> [Kept] {
        let whole = backups.filter(\.isWhole).sorted { $0.made < $1.made }
        return backups.filter { !$0.isWhole } + whole.dropLast(max(1, count))
    }

    /// Deletes what has to go, and makes the next backup. Nobody else does so in this folder meanwhile.
    ///
    /// - Parameters:
    ///   - instant: becomes the backup's name. Where the clock went back, the name is a second after the newest one's,
    ///     so that backups are in the order in which they were made.
    ///   - body: makes the backup in the folder that it gets.
    /// - Throws: ``BackupError/folderAtWork(_:)``, ``StorageError``, and what `body` throws.
    package func makeNext(at instant: Instant, _ body: (_ backup: String) throws -> Void) throws {
        let descriptor = try lock()
        defer { close(descriptor) }
        let backups = try backups()
        for backup in Self.surplus(of: backups, keeping: count) { try delete(backup) }
        let newest = backups.map { $0.made + .seconds(1) }.max() ?? instant
        try body(path(max(instant, newest)))
    }

    /// The lock on the folder ends with the process.
    private func lock() throws -> Int32 {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError(folder, error)
        }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(folder) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            close(descriptor)
            throw isHeld ? BackupError.folderAtWork(folder) : fault(folder)
        }
        return descriptor
    }

    private func backups() throws(StorageError) -> [Kept] {
        let files = FileManager.default
        do {
            return try files.contentsOfDirectory(atPath: folder).compactMap { name in
                guard let made = Self.instant(of: name) else { return nil }
                let about = try files.attributesOfItem(atPath: "\(folder)/\(name)")
                guard about[.type] as? FileAttributeType == .typeDirectory else { return nil }
                return Kept(made: made, isWhole: files.fileExists(atPath: digest(made)))
            }
        } catch {
            throw StorageError(folder, error)
        }
    }

    /// Deletes the digest first, so that a deletion that is broken off leaves no backup that looks whole.
    private func delete(_ backup: Kept) throws(StorageError) {
        let path = path(backup.made)
        guard unlink(digest(backup.made)) == 0 || errno == ENOENT else { throw fault(path) }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw StorageError(path, error)
        }
    }

    private func path(_ made: Instant) -> String { "\(folder)/\(Self.name(at: made))" }

    private func digest(_ made: Instant) -> String { "\(path(made))/\(SQLiteBackup.digestFile)" }

    private func fault(_ path: String) -> StorageError {
        StorageError(path, POSIXErrorCode(rawValue: errno) ?? .EIO)
    }

    /// Such as `2026-11-21T090000Z`, which every file system takes.
    static func name(at instant: Instant) -> String {
        RFC3339.text(instant.floored(to: .seconds(1))).replacing(":", with: "")
    }

    /// `nil` for a name that ``name(at:)`` doesn't give.
    static func instant(of name: String) -> Instant? {
        guard name.utf8.count == 18 else { return nil }
        let (hour, minute) = (name.prefix(13), name.dropFirst(13))
        let instant = RFC3339.instant("\(hour):\(minute.prefix(2)):\(minute.dropFirst(2))")
        return instant.flatMap { Self.name(at: $0) == name ? $0 : nil }
    }
}
