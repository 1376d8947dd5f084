import Crypto
import Foundation
import ShelfDatabase
import ShelfModel

/// A copy that is being written, under another name until all of it is there. It is deleted if it isn't placed.
///
/// One thread after the other writes to it, which makes the class safe to hand on.
package final class ArrivingCopy: @unchecked Sendable {
    private let path: String
    private let descriptor: Int32
    private var digest = SHA256()
    private var isPlaced = false

    /// - Throws: ``StorageError``.
    init(at path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.error(path) }
    }

    deinit {
        close(descriptor)
        if !isPlaced { unlink(path) }
    }

    package func write(_ bytes: [UInt8]) throws {
        digest.update(data: bytes)
        try bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                guard count > 0 else { throw Self.error(path) }
                written += count
            }
        }
    }

    /// Compares what was written with the digest, and gives the file its name.
    ///
    /// - Returns: `nil` when other bytes were written.
    func place(at target: String, digest wanted: [UInt8]) throws -> FileStamp? {
        guard digest.finalize() == wanted else { return nil }
        guard rename(path, target) == 0 else { throw Self.error(target) }
        isPlaced = true
        return FileStamp(descriptor: descriptor)
    }

    private static func error(_ path: String) -> StorageError {
        StorageError(path, POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}
