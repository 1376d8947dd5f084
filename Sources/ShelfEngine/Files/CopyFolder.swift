import CKernel
import Crypto
package import Foundation
import ShelfDatabase
package import ShelfModel
import ShelfWire
import Synchronization

/// A folder with copies of the database's files, which only the server's user can read. Each is named by its digest.
///
/// The copies are compared with their names when they are written, and when this process first reads them or somebody
/// has written to them. So they may be lost or damaged without harm: the database has them all.
///
/// Everything but ``ready(_:_:atMost:)`` may wait for the disk.
package final class CopyFolder: Sendable {
    private let path: String
    private let table: Mutex<CopyTable>
    private let arrivals = Atomic(0)

    /// Makes the folder, or looks what copies it has. Other files in it are deleted.
    ///
    /// - Parameter most: how many bytes all copies have at most.
    /// - Throws: ``StorageError``.
    package init(at url: URL, atMost most: Int) throws {
        path = url.path
        guard mkdir(path, 0o700) == 0 || errno == EEXIST, chmod(path, 0o700) == 0 else {
            throw StorageError(path, POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        var found: [(digest: [UInt8], length: Int, writtenAt: Date)] = []
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey, .isRegularFileKey]
        for file in try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: Array(keys)) {
            let about = try? file.resourceValues(forKeys: keys)
            if let digest = Hex.decode(file.lastPathComponent), digest.count == SHA256.byteCount,
                about?.isRegularFile == true, let length = about?.fileSize, length > 0
            {
                found.append((digest, length, about?.contentModificationDate ?? .distantPast))
            } else {
                try? FileManager.default.removeItem(at: file)
            }
        }
        found.sort { $0.writtenAt < $1.writtenAt }
        let (made, given) = CopyTable.fitting(found.map { ($0.digest, $0.length) }, most: most)
        table = Mutex(made)
        for digest in given { unlink(place(of: digest)) }
    }

    /// - Parameter most: longer files are left out.
    /// - Returns: a file's bytes, or some of them, if they are in the system's memory and this process has compared
    ///   them with their name. It never waits for a disk.
    package func ready(_ digest: [UInt8], _ range: Range<Int>? = nil, atMost most: Int = .max) -> [UInt8]? {
        guard let copy = table.withLock({ $0.use(digest) }), let compared = copy.compared, copy.length <= most else {
            return nil
        }
        return withFile(digest) { file in
            guard file.stamp == compared else { return nil }
            return file.bytes(range, waits: false)
        }
    }

    package func has(_ digest: [UInt8]) -> Bool { table.withLock { $0.has(digest) } }

    package func hasRoom(for length: Int) -> Bool { table.withLock { $0.hasRoom(for: length) } }

    /// - Returns: a file's bytes, or some of them; `nil` when no copy can be read, or it is damaged and was deleted.
    package func read(_ digest: [UInt8], _ range: Range<Int>? = nil) -> [UInt8]? {
        guard let copy = table.withLock({ $0.use(digest) }) else { return nil }
        return withFile(digest) { file in
            if file.stamp != copy.compared {
                guard file.stamp.length == copy.length, file.hasDigest(digest) else {
                    delete(digest)
                    return nil
                }
                table.withLock { $0.note(file.stamp, of: digest) }
            }
            return file.bytes(range, waits: true)
        }
    }

    /// Begins a copy of a file. The caller writes all of it, and calls ``keep(_:of:)``.
    ///
    /// - Returns: `nil` for a file that is too long, or was removed.
    /// - Throws: ``StorageError``.
    package func begin(_ file: FileHead) throws -> ArrivingCopy? {
        guard table.withLock({ $0.takes(file.digest, length: file.length) }) else { return nil }
        // The folder may have been deleted meanwhile.
        _ = mkdir(path, 0o700)
        return try ArrivingCopy(at: "\(path)/arriving-\(arrivals.add(1, ordering: .relaxed).newValue)")
    }

    /// - Returns: whether the copy can be read from now on; `false` when what arrived isn't the file.
    /// - Throws: ``StorageError``.
    package func keep(_ copy: ArrivingCopy, of file: FileHead) throws -> Bool {
        guard let stamp = try copy.place(at: place(of: file.digest), digest: file.digest) else { return false }
        guard let given = table.withLock({ $0.add(file.digest, length: file.length, stamp) }) else {
            unlink(place(of: file.digest))
            return false
        }
        for digest in given { unlink(place(of: digest)) }
        return true
    }

    /// Deletes the copies of files for good.
    package func remove(_ digests: [[UInt8]]) {
        for digest in digests where table.withLock({ $0.remove(digest) }) { unlink(place(of: digest)) }
    }

    private func delete(_ digest: [UInt8]) {
        table.withLock { $0.forget(digest) }
        unlink(place(of: digest))
    }

    private func place(of digest: [UInt8]) -> String { "\(path)/\(Hex.encode(digest))" }

    private func withFile(_ digest: [UInt8], _ body: (OpenCopy) -> [UInt8]?) -> [UInt8]? {
        let descriptor = open(place(of: digest), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return FileStamp(descriptor: descriptor).flatMap { body(OpenCopy(descriptor: descriptor, stamp: $0)) }
    }
}

/// A copy that is open for reading.
private struct OpenCopy {
    let descriptor: Int32
    let stamp: FileStamp

    /// - Parameter waits: whether to wait for the disk.
    /// - Returns: `nil` when not all of the bytes can be had.
    func bytes(_ range: Range<Int>?, waits: Bool) -> [UInt8]? {
        let range = range ?? 0..<stamp.length
        guard range.upperBound <= stamp.length else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let (place, rest) = (buffer.baseAddress! + count, range.count - count)
                let from = off_t(range.lowerBound + count)
                let read =
                    waits
                    ? pread(descriptor, place, rest, from) : shelflife_read_ready(descriptor, place, rest, from)
                guard read > 0 else { return }
                count += read
            }
        }
        return bytes.count == range.count ? bytes : nil
    }

    func hasDigest(_ digest: [UInt8]) -> Bool {
        var hash = SHA256()
        for from in stride(from: 0, to: stamp.length, by: FileHead.bytesInPart) {
            guard let piece = bytes(from..<min(from + FileHead.bytesInPart, stamp.length), waits: true) else {
                return false
            }
            hash.update(data: piece)
        }
        return hash.finalize() == digest
    }
}
