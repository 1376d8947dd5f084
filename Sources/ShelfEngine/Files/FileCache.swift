import Foundation
package import ShelfModel
import Synchronization

/// Keeps files that were read from the database: those that were used last in memory, and more of them in a folder.
///
/// A file from the folder is kept in memory only when somebody reads it again soon. Otherwise a reader of many files
/// would push out those that others read all the time.
///
/// Each file is read from the database once for all who ask for it meanwhile. Nobody waits for a disk on an event loop.
package final class FileCache: Sendable {
    /// Files are in one of two halves. Once the younger one is full, it becomes the older one, and what was there and
    /// wasn't used meanwhile is forgotten.
    private struct State {
        var young: [[UInt8]: [UInt8]] = [:]
        var old: [[UInt8]: [UInt8]] = [:]
        var youngBytes = 0
        /// What was read from the folder once. It is forgotten when memory couldn't have held all of it.
        var once: Set<[UInt8]> = []
        var onceBytes = 0

        /// - Returns: whether the file was read from the folder before, and not long ago.
        mutating func isReadAgain(_ file: [UInt8], _ digest: [UInt8], half: Int) -> Bool {
            if once.remove(digest) != nil {
                onceBytes -= file.count
                return true
            }
            if onceBytes + file.count > half { (once, onceBytes) = ([], 0) }
            once.insert(digest)
            onceBytes += file.count
            return false
        }

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
    private let folder: CopyFolder?
    private let half: Int
    private let state = Mutex(State())
    /// By digest: whether there is a copy in the folder.
    private let copies = SharedWork<[UInt8], Bool>()
    /// By digest and part: what the database has.
    private let readings = SharedWork<[UInt8], [UInt8]?>()
    /// The digests of files that the folder didn't take. To try again with each request would write a long file again
    /// and again to a full disk.
    private let refused = Mutex<Set<[UInt8]>>([])
    private let filling = Mutex<Task<Void, Never>?>(nil)
    /// Threads that may wait for the disk.
    private let disk = OperationQueue()

    /// - Parameters:
    ///   - folder: `nil` where files are only kept in memory.
    ///   - most: how many bytes are kept in memory, by default 64 MiB.
    package init(files: FileStore, folder: CopyFolder? = nil, atMost most: Int = 64 << 20) {
        (self.files, self.folder, half) = (files, folder, most / 2)
        disk.maxConcurrentOperationCount = 8
    }

    /// - Returns: a file's bytes, and whether they are kept; `nil` when they aren't in memory, this process's or the
    ///   system's.
    package func ready(_ digest: [UInt8]) -> (bytes: [UInt8], isKept: Bool)? {
        if let kept = kept(digest) { return (kept, true) }
        guard let bytes = folder?.ready(digest, atMost: FileHead.bytesInPart) else { return nil }
        return (bytes, keepIfReadAgain(bytes, digest))
    }

    /// - Returns: the bytes of a part of a file; `nil` when it isn't there.
    package func part(_ part: Int, of file: FileHead) async throws -> [UInt8]? {
        if file.parts.count == 1 { return try await bytes(of: file.digest) }
        let place = file.bytes(of: part)
        if let copied = try await copied(file.digest, place) { return copied }
        let key = file.digest + withUnsafeBytes(of: part, Array.init)
        if let kept = kept(key) { return kept }
        let read = try await readings.task(for: key) { [files] in try await files.part(part, of: file) }.value
        if let read { keep(read, key) }
        return read
    }

    /// - Returns: a file's bytes; `nil` when there is no such file.
    package func bytes(of digest: [UInt8]) async throws -> [UInt8]? {
        if let ready = ready(digest) { return ready.bytes }
        if let copied = try await copied(digest, nil) {
            _ = keepIfReadAgain(copied, digest)
            return copied
        }
        let read = try await readings.task(for: digest) { [files] in try await files.bytes(of: digest) }.value
        if let read { keep(read, digest) }
        return read
    }

    /// Deletes the copies of removed files for good, and copies the others that aren't in the folder, as far as there
    /// is room. Those that the folder didn't take are tried again. It returns at once; an earlier call's copying ends.
    ///
    /// Files are copied in the given order. It mustn't tell when they will be shown.
    package func follow(_ digests: [[UInt8]], removed: [[UInt8]]) {
        guard let folder else { return }
        refused.withLock { $0 = [] }
        let task = Task.detached(priority: .background) { [self] in
            await onDisk { folder.remove(removed) }
            for digest in digests where !folder.has(digest) {
                guard !Task.isCancelled, folder.hasRoom(for: FileHead.bytesInPart) else { return }
                _ = try? await copy(digest, makingRoom: false)
            }
        }
        filling.withLock { filling in
            filling?.cancel()
            filling = task
        }
    }

    /// Ends the copying that ``follow(_:removed:)`` began last, and waits for it: it would write into a data folder that
    /// its server has left.
    package func stop() async {
        let task = filling.withLock(\.self)
        task?.cancel()
        await task?.value
    }

    /// Waits until the copying that ``follow(_:removed:)`` began last has ended.
    package func filled() async { await filling.withLock(\.self)?.value }

    /// - Returns: what the folder has after the file was copied, if it can be; else `nil`.
    private func copied(_ digest: [UInt8], _ range: Range<Int>?) async throws -> [UInt8]? {
        guard let folder else { return nil }
        if let ready = folder.ready(digest, range) { return ready }
        if folder.has(digest), let bytes = await onDisk({ folder.read(digest, range) }) { return bytes }
        guard try await copy(digest, makingRoom: true) else { return nil }
        return await onDisk { folder.read(digest, range) }
    }

    /// Copies a file from the database into the folder.
    ///
    /// - Parameter makingRoom: whether others may be given up for it.
    /// - Returns: whether it is there. A disk that takes no copy is no error.
    /// - Throws: the database's error.
    private func copy(_ digest: [UInt8], makingRoom: Bool) async throws -> Bool {
        guard let folder, !refused.withLock({ $0.contains(digest) }) else { return false }
        let task = copies.task(for: digest) { [self] in
            guard let (file, first) = try await files.first(of: digest) else { return false }
            guard makingRoom || folder.hasRoom(for: file.length) else { return false }
            let isKept = try await write(file, beginningWith: first, to: folder)
            if !isKept { refused.withLock { _ = $0.insert(digest) } }
            return isKept
        }
        return try await task.value
    }

    /// - Returns: whether the folder has taken the file.
    private func write(_ file: FileHead, beginningWith first: [UInt8], to folder: CopyFolder) async throws -> Bool {
        guard let copy = await onDisk({ try? folder.begin(file) }) else { return false }
        for part in file.parts {
            guard let bytes = part == 0 ? first : try await files.part(part, of: file),
                await onDisk({ (try? copy.write(bytes)) != nil })
            else { return false }
        }
        return await onDisk { (try? folder.keep(copy, of: file)) ?? false }
    }

    private func kept(_ digest: [UInt8]) -> [UInt8]? { state.withLock { $0.find(digest, half: half) } }

    private func keep(_ bytes: [UInt8], _ digest: [UInt8]) { state.withLock { $0.keep(bytes, digest, half: half) } }

    private func keepIfReadAgain(_ bytes: [UInt8], _ digest: [UInt8]) -> Bool {
        state.withLock { state in
            guard state.isReadAgain(bytes, digest, half: half) else { return false }
            state.keep(bytes, digest, half: half)
            return true
        }
    }

    private func onDisk<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            disk.addOperation { continuation.resume(returning: body()) }
        }
    }
}
