import Crypto
import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel

extension StoredContent {
    /// Names files by their digests.
    ///
    /// The content's digest is SHA-256 over ``prefix`` and, for each file in the order of the paths' bytes, the length
    /// of the path (4 bytes, the lowest first), the path in UTF-8 and the SHA-256 of the file's bytes.
    package init(_ files: [ContentFile]) {
        let sorted = files.map { ($0, Array($0.path.utf8)) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }
        var hash = SHA256()
        hash.update(data: Array(Self.prefix.utf8))
        let named = sorted.map { file, path in
            let digest = Array(SHA256.hash(data: file.bytes))
            hash.update(data: withUnsafeBytes(of: UInt32(path.count).littleEndian, Array.init))
            hash.update(data: path)
            hash.update(data: digest)
            return File(file: file, digest: digest)
        }
        self.init(digest: Array(hash.finalize()), files: named, bundles: Self.bundles(in: files))
    }

    /// Those of a list with errors, or with more packs than content may have, aren't kept, since it can't be published.
    private static func bundles(in files: [ContentFile]) -> [[UInt8]] {
        let list = files.first { $0.path == PackList.path }.flatMap { try? PackList(text: $0.bytes) }
        guard let packs = list?.packs, packs.count <= ContentPack.most else { return [] }
        return Array(Set(packs.map(\.bundle)))
    }

    /// Says what is hashed, so that no other hash is equal by chance.
    private static let prefix = "shelflife content 1\n"
}
