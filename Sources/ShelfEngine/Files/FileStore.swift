import Crypto
package import ShelfDatabase
package import ShelfModel

/// Keeps files in the database: takes them in, part by part, and reads them again.
package struct FileStore: Sendable {
    private let database: any FileDatabase

    package init(database: any FileDatabase) {
        self.database = database
    }

    /// Stores a file. If it is already stored, only its time of renewal changes. If an earlier upload was interrupted,
    /// only the missing parts are written.
    ///
    /// - Parameter digest: the SHA-256 that its sender has computed.
    /// - Throws: ``FileRefusal``.
    package func add(_ bytes: [UInt8], named digest: [UInt8], at instant: Instant) async throws {
        guard !bytes.isEmpty else { throw FileRefusal.empty }
        guard bytes.count <= FileSpace.mostBytesOfFile else { throw FileRefusal.tooLong }
        let found = try await offEventLoop { Array(SHA256.hash(data: bytes)) }
        guard found == digest else { throw FileRefusal.otherDigest(found) }
        let file = FileHead(digest: digest, length: bytes.count)
        // Only a file that is forgotten while it arrives is begun again.
        while true {
            let beginning =
                file.parts.count == 1
                ? try await database.addFile(file, bytes: bytes, at: instant)
                : try await database.beginFile(file, at: instant)
            switch beginning {
            case .isWhole: return
            case .noRoom(let space): throw FileRefusal.noRoom(space)
            case .misses(let parts):
                for part in parts {
                    let slice = Array(bytes[file.bytes(of: part)])
                    guard try await database.addPart(part, of: file, bytes: slice) else { break }
                }
                if try await database.finishFile(file, at: instant) { return }
            }
        }
    }

    /// Renews files, and tells which aren't stored.
    ///
    /// - Returns: the digests of files that aren't stored, without duplicates, in the given order.
    package func renew(_ digests: [[UInt8]], at instant: Instant) async throws -> [[UInt8]] {
        var seen = try await database.renewFiles(digests, at: instant)
        return digests.filter { seen.insert($0).inserted }
    }

    /// - Returns: what is known of a file, and its first part; `nil` when it isn't there.
    func first(of digest: [UInt8]) async throws -> (head: FileHead, part: [UInt8])? { try await database.file(digest) }

    /// - Returns: the bytes of a part; `nil` when the file isn't there.
    func part(_ part: Int, of file: FileHead) async throws -> [UInt8]? {
        try await database.filePart(part, of: file.digest)
    }

    /// - Returns: a file's bytes; `nil` when it isn't there, or is deleted meanwhile.
    package func bytes(of digest: [UInt8]) async throws -> [UInt8]? {
        guard let (file, first) = try await first(of: digest) else { return nil }
        var bytes = first
        bytes.reserveCapacity(file.length)
        for part in file.parts.dropFirst() {
            guard let slice = try await database.filePart(part, of: digest) else { return nil }
            bytes += slice
        }
        return bytes
    }
}
