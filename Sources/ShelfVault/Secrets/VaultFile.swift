import Foundation

/// A vault's file on the disk. It is replaced as a whole, and never changed in its place.
package struct VaultFile: Sendable {
    /// More than a full vault takes, also in armour and as another tool may write it.
    package static let bytesAtMost = 8 * Vault.bytesAtMost
    private static let onlyOwner: mode_t = 0o600

    package let path: String

    /// - Parameter path: where the file is, or will be. A symbolic link to a file stays, and that file is replaced.
    package init(_ path: String) {
        guard let real = realpath(path, nil) else {
            self.path = path
            return
        }
        self.path = String(cString: real)
        free(real)
    }

    /// The folder's path, with a slash at its end; empty for the current folder.
    private var prefix: Substring { path.lastIndex(of: "/").map { path[...$0] } ?? "" }

    private var folder: String { prefix.isEmpty ? "." : String(prefix) }

    /// Where the new file is written. The name is one that nobody gives a vault.
    private var staged: String { "\(prefix).\(path.dropFirst(prefix.count)).new" }

    /// Holds off everybody else who wants to change a vault in the same folder, until it is released.
    ///
    /// It is the kernel's lock on the folder, so it leaves no file and ends with the process.
    package final class Lock: Sendable {
        private let descriptor: Int32

        fileprivate init(_ file: VaultFile) throws {
            descriptor = open(file.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { throw VaultFileError(file.folder, errno) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(descriptor)
                throw code == EWOULDBLOCK ? VaultFileError.inUse(file.path) : VaultFileError(file.folder, code)
            }
        }

        deinit { close(descriptor) }

        fileprivate func synchronize(_ folder: String) throws {
            guard fsync(descriptor) == 0 else {
                throw VaultFileError.notSynced(folder, String(cString: strerror(errno)))
            }
        }
    }

    /// - Throws: ``VaultFileError/inUse(_:)`` at once, when somebody else holds it.
    package func lock() throws -> Lock { try Lock(self) }

    package var exists: Bool { access(path, F_OK) == 0 }

    /// The file's bytes, which are sealed.
    package func read() throws -> [UInt8] {
        // What isn't a file, such as a pipe, must not be waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing(path) : VaultFileError(path, errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
            throw VaultFileError.notAFile(path)
        }
        let bytes = try file.read(upToCount: Self.bytesAtMost + 1) ?? Data()
        guard bytes.count <= Self.bytesAtMost else { throw VaultFileError.tooLarge(path) }
        guard !bytes.isEmpty else { throw VaultFileError.empty(path) }
        return Array(bytes)
    }

    /// Replaces the file, or makes it. After a power cut at any moment there is the old one or the new one, and whole.
    ///
    /// The new file has the rights of the old one, and its owner where that is possible. A new vault is its owner's alone.
    ///
    /// - Parameter former: what was read; `nil` for a new vault. When the file isn't that any more, because another
    ///   program has replaced it, it is kept.
    package func save(_ sealed: [UInt8], replacing former: [UInt8]?, holding lock: Lock) throws {
        let new = staged
        // An earlier command may have been killed and have left its own. It is sealed, and nobody needs it.
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, Self.onlyOwner)
        guard descriptor >= 0 else { throw VaultFileError(new, errno) }
        do {
            defer { close(descriptor) }
            if former == nil {
                guard fchmod(descriptor, Self.onlyOwner) == 0 else { throw VaultFileError(new, errno) }
            } else {
                try keepRights(descriptor)
            }
            var rest = sealed[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                guard count >= 0 || errno == EINTR else { throw VaultFileError(new, errno) }
                rest = rest.dropFirst(max(0, count))
            }
            guard fsync(descriptor) == 0 else { throw VaultFileError(new, errno) }
            try place(new, replacing: former)
        } catch {
            unlink(new)
            throw error
        }
        try lock.synchronize(folder)
    }

    private func place(_ new: String, replacing former: [UInt8]?) throws {
        guard let former else {
            // A link, unlike a rename, never replaces what somebody else has put there meanwhile.
            guard link(new, path) == 0 else {
                throw errno == EEXIST ? VaultFileError.alreadyThere(path) : VaultFileError(path, errno)
            }
            unlink(new)
            return
        }
        guard try read() == former else { throw VaultFileError.changed(path) }
        guard rename(new, path) == 0 else { throw VaultFileError(path, errno) }
    }

    private func keepRights(_ descriptor: Int32) throws {
        var old = stat()
        guard stat(path, &old) == 0 else { return }
        // Only root may give a file away; a vault that its owner changes has the right owner already.
        _ = fchown(descriptor, old.st_uid, old.st_gid)
        guard fchmod(descriptor, old.st_mode & 0o777) == 0 else { throw VaultFileError(path, errno) }
    }
}
