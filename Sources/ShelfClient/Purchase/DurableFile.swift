import Foundation

/// Writes files so that they are complete or absent after a crash, readable by their owner only, and on the disk when
/// the call returns.
enum DurableFile {
    /// Writes a file, replacing the one that was there.
    static func write(_ data: Data, to file: URL) throws {
        let draft = try draft(of: data, beside: file)
        guard rename(draft.path, file.path) == 0 else { throw failure(removing: draft) }
        try synchronize(file.deletingLastPathComponent())
    }

    /// Writes a file unless one exists.
    ///
    /// - Returns: whether it was written.
    static func create(_ data: Data, at file: URL) throws -> Bool {
        let draft = try draft(of: data, beside: file)
        if link(draft.path, file.path) != 0 {
            guard errno == EEXIST else { throw failure(removing: draft) }
            unlink(draft.path)
            return false
        }
        unlink(draft.path)
        try synchronize(file.deletingLastPathComponent())
        return true
    }

    /// Renames a damaged file, so that nothing takes its place unseen and what is left of it can be looked at.
    static func setAside(_ file: URL) throws {
        let aside = file.appendingPathExtension("damaged-\(UUID().uuidString)")
        guard rename(file.path, aside.path) == 0 else { throw failure() }
        try synchronize(file.deletingLastPathComponent())
    }

    private static func draft(of data: Data, beside file: URL) throws -> URL {
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = folder.appending(path: ".\(UUID().uuidString)")
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw failure() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.synchronize()
            try handle.close()
        } catch {
            unlink(draft.path)
            throw error
        }
        return draft
    }

    /// Brings a folder to the disk, and with it the names of its files.
    private static func synchronize(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    private static func failure(removing draft: URL? = nil) -> POSIXError {
        let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        if let draft { unlink(draft.path) }
        return error
    }
}
