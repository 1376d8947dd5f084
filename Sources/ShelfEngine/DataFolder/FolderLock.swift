import Foundation
import ShelfDatabase

/// Keeps other processes out of a data folder. It is an exclusive kernel lock on a file that contains the process's id.
///
/// The kernel releases the lock when the process ends, in whatever way. The file's content is meaningful only while the
/// file is locked.
final class FolderLock {
    private let descriptor: Int32

    /// - Throws: ``DataFolderInUse`` when another process holds the lock; ``StorageError`` when the file can't be
    ///   created or locked.
    init(file: String, folder: String) throws {
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.fault(file) }
        self.descriptor = descriptor
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw Self.fault(file) }
            throw DataFolderInUse(folder: folder, process: Self.process(in: descriptor))
        }
        try Self.write(getpid(), to: descriptor, file)
    }

    deinit { close(descriptor) }

    func release() { flock(descriptor, LOCK_UN) }

    /// Overwrites the old content and truncates the file afterwards, so that this needs no new space on a full disk.
    private static func write(_ process: Int32, to descriptor: Int32, _ file: String) throws {
        let text = Array("\(process)\n".utf8)
        guard pwrite(descriptor, text, text.count, 0) == text.count, ftruncate(descriptor, off_t(text.count)) == 0
        else { throw fault(file) }
    }

    private static func process(in descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Int32(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).trimmingCharacters(in: .newlines))
    }

    private static func fault(_ file: String) -> StorageError {
        StorageError(file, POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}
