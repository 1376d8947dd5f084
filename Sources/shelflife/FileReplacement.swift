import Foundation
import ShelfDatabase
import ShelfTerminal

/// Puts a new file in the place of one: it is written beside it with the same mode and owner, and then renamed. After a
/// power cut at any moment there is the old one or the new one, and whole.
enum FileReplacement {
    /// - Parameters:
    ///   - path: the file's. Where it is a link, what that leads to is replaced.
    ///   - former: what was read. A file that isn't that any more, because somebody else has changed it, is kept.
    ///   - check: looks at the new file before it takes its place.
    /// - Throws: what `check` throws, too. The old file is there then.
    static func replace(
        _ path: String, being former: Data, with new: Data, check: (_ path: String) throws -> Void
    ) throws {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        let part = "\(target).\(UUID()).part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(part) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        defer { unlink(part) }
        do {
            try file.write(contentsOf: new)
        } catch {
            throw StorageError(part, error)
        }
        try keepRights(of: target, descriptor)
        guard fsync(descriptor) == 0 else { throw failure(part) }
        try check(part)
        guard FileManager.default.contents(atPath: target) == former else {
            throw UsageError("\(path) has changed meanwhile, so it is kept as it is; try again")
        }
        guard rename(part, target) == 0 else { throw failure(target) }
        try synchronize(URL(filePath: target).deletingLastPathComponent().path)
    }

    /// A server may be able to read the file by its group only, so a new file without it would be lost to that server.
    private static func keepRights(of target: String, _ descriptor: Int32) throws {
        var old = stat()
        guard stat(target, &old) == 0 else { throw failure(target) }
        guard fchown(descriptor, old.st_uid, old.st_gid) == 0 else {
            throw UsageError("\(target) belongs to another user, so it is kept as it is; run this as that user or root")
        }
        guard fchmod(descriptor, old.st_mode & 0o7777) == 0 else { throw failure(target) }
    }

    private static func synchronize(_ folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw failure(folder) }
    }

    private static func failure(_ path: String) -> StorageError {
        StorageError(path, POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}
