import Synchronization

/// Keeps files in memory that were read from the database, up to a number of bytes.
package final class FileCache: Sendable {
    private struct State {
        var files: [[UInt8]: [UInt8]] = [:]
        /// The first is forgotten first.
        var order: [[UInt8]] = []
        var bytes = 0
    }

    private let files: FileStore
    private let most: Int
    private let state = Mutex(State())

    /// - Parameter most: how many bytes are kept, by default 64 MiB.
    package init(files: FileStore, atMost most: Int = 64 << 20) {
        (self.files, self.most) = (files, most)
    }

    /// - Returns: a file's bytes; `nil` when they aren't in memory.
    package func ready(_ digest: [UInt8]) -> [UInt8]? { state.withLock { $0.files[digest] } }

    /// - Returns: a file's bytes; `nil` when there is no such file.
    package func bytes(of digest: [UInt8]) async throws -> [UInt8]? {
        if let ready = ready(digest) { return ready }
        guard let bytes = try await files.bytes(of: digest) else { return nil }
        keep(bytes, digest)
        return bytes
    }

    private func keep(_ bytes: [UInt8], _ digest: [UInt8]) {
        state.withLock { state in
            guard bytes.count <= most, state.files.updateValue(bytes, forKey: digest) == nil else { return }
            state.order.append(digest)
            state.bytes += bytes.count
            guard state.bytes > most else { return }
            // Half of them go at once, since each removal at the beginning moves all others.
            var gone = 0
            while state.bytes > most / 2, gone < state.order.count {
                state.bytes -= state.files.removeValue(forKey: state.order[gone])?.count ?? 0
                gone += 1
            }
            state.order.removeFirst(gone)
        }
    }
}
