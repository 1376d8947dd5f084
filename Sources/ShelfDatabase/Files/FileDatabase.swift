package import ShelfModel

/// Stores files, which are named by their SHA-256.
///
/// A file arrives in parts, each in a transaction of its own, so that no purchase waits for a whole file. Nobody can
/// read it before it has arrived whole. The database doesn't verify that the bytes have the digest.
///
/// A file that nothing refers to is deleted some time after ``beginFile(_:at:)`` or ``renewFiles(_:at:)`` was last
/// called with it. A picture refers to the files of its variants.
package protocol FileDatabase: Sendable {
    /// Stores a file of one part in one transaction.
    ///
    /// - Returns: ``FileBeginning/isWhole``, or that there is no room.
    func addFile(_ file: FileHead, bytes: [UInt8], at instant: Instant) async throws -> FileBeginning

    /// Begins a file, or goes on with one that has arrived in part.
    func beginFile(_ file: FileHead, at instant: Instant) async throws -> FileBeginning

    /// Adds a part of a file that was begun. A part that is there already stays as it is.
    ///
    /// - Returns: whether the file is still begun; `false` when it was forgotten meanwhile, and nothing was added.
    func addPart(_ part: Int, of file: FileHead, bytes: [UInt8]) async throws -> Bool

    /// Makes a file readable.
    ///
    /// - Returns: whether all its parts are there; if not, it stays as it is.
    func finishFile(_ file: FileHead, at instant: Instant) async throws -> Bool

    /// Restarts the time after which unused files are deleted.
    ///
    /// - Returns: which of them are there whole.
    func renewFiles(_ digests: [[UInt8]], at instant: Instant) async throws -> Set<[UInt8]>

    /// - Returns: a file with its first part; `nil` when there is no such file, or not all of it.
    func file(_ digest: [UInt8]) async throws -> (head: FileHead, part: [UInt8])?

    /// - Returns: the bytes of a part; `nil` when there is no such file, or not all of it.
    func filePart(_ part: Int, of digest: [UInt8]) async throws -> [UInt8]?

    func fileSpace() async throws -> FileSpace

    /// What takes that space, at one moment.
    func fileUsage() async throws -> FileUsage

    /// Deletes files that were last begun or renewed before `instant` and that nothing refers to. Each part is deleted in
    /// its own transaction.
    func forgetFiles(untouchedSince instant: Instant) async throws
}

/// What becomes of a file that someone begins to store.
package enum FileBeginning: Hashable, Sendable {
    /// It is there already.
    case isWhole
    /// These parts are missing.
    case misses([Int])
    /// The shop has no room for it, and nothing was changed.
    case noRoom(FileSpace)
}
