package import ShelfModel
import Synchronization

/// Keeps files in memory that were read from the database, up to a number of bytes. Those that were used last stay.
package final class FileCache: Sendable {
    /// Files are in one of two halves. Once the younger one is full, it becomes the older one, and what was there and
    /// wasn't used meanwhile is forgotten.
    private struct State {
        var young: [[UInt8]: [UInt8]] = [:]
        var old: [[UInt8]: [UInt8]] = [:]
        var youngBytes = 0

        mutating func find(_ digest: [UInt8], half: Int) -> [UInt8]? {
            if let file = young[digest] { return file }
            guard let file = old.removeValue(forKey: digest) else { return nil }
            keep(file, digest, half: half)
            return file
        }

        mutating func keep(_ file: [UInt8], _ digest: [UInt8], half: Int) {
            guard file.count <= half, young[digest] == nil else { return }
            if youngBytes + file.count > half { (old, young, youngBytes) = (young, [:], 0) }
            old[digest] = nil
            young[digest] = file
            youngBytes += file.count
        }
    }

    private let files: FileStore
    private let half: Int
    private let state = Mutex(State())

    /// - Parameter most: how many bytes are kept, by default 64 MiB.
    package init(files: FileStore, atMost most: Int = 64 << 20) {
        (self.files, half) = (files, most / 2)
    }

    /// - Returns: a file's bytes; `nil` when they aren't in memory.
    package func ready(_ digest: [UInt8]) -> [UInt8]? { state.withLock { $0.find(digest, half: half) } }

    /// - Returns: the bytes of a part of a file; `nil` when it isn't there.
    package func part(_ part: Int, of file: FileHead) async throws -> [UInt8]? {
        if file.parts.count == 1 { return try await bytes(of: file.digest) }
        let key = file.digest + withUnsafeBytes(of: part, Array.init)
        if let ready = ready(key) { return ready }
        guard let bytes = try await files.part(part, of: file) else { return nil }
        state.withLock { $0.keep(bytes, key, half: half) }
        return bytes
    }

    /// - Returns: a file's bytes; `nil` when there is no such file.
    package func bytes(of digest: [UInt8]) async throws -> [UInt8]? {
        if let ready = ready(digest) { return ready }
        guard let bytes = try await files.bytes(of: digest) else { return nil }
        state.withLock { $0.keep(bytes, digest, half: half) }
        return bytes
    }
}
