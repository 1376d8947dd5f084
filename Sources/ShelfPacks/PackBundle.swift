package import ShelfModel
package import ShelfWire

/// A pack's folder as one file: `pack.yaml` and the maps, byte for byte. Content sends and keeps packs so.
///
/// It is 8 bytes that say what it is, 8 bytes for the length of what follows when it is inflated, most significant first,
/// and that in zlib's format: each file's path and its bytes, as ``ShelfWire/LevelFields`` writes them, sorted by path.
package enum PackBundle {
    private static let mark = Array("SHELFLF1".utf8)
    /// All maps, `pack.yaml`, and the paths.
    private static let mostInflated = Pack.mostBytes + Pack.mostListBytes + Pack.mostLevels * 512
    /// How long a bundle may be.
    package static let mostBytes = 40 << 20

    package static func isBundle(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: mark) }

    /// - Parameter files: their paths are relative to the pack's folder.
    package static func bytes(of files: [ContentFile]) -> [UInt8] {
        var fields = LevelFields()
        for file in sorted(files) {
            fields.write(file.path)
            fields.write(file.bytes)
        }
        return mark + BigEndian.bytes(UInt64(fields.bytes.count)) + Deflate.compressed(fields.bytes)
    }

    /// - Returns: the files, sorted by path.
    /// - Throws: ``ShelfWire/PackFault``.
    package static func read(_ bytes: [UInt8]) throws(PackFault) -> [ContentFile] {
        guard isBundle(bytes), bytes.count > 16 else { throw .unreadable }
        let length = BigEndian.read(UInt64.self, bytes[8...])
        guard length <= mostInflated else { throw .tooLarge }
        guard let inflated = Deflate.inflated(Array(bytes[16...]), to: Int(length)) else { throw .unreadable }
        var reader = LevelFieldReader(inflated)
        var files: [ContentFile] = []
        while !reader.isAtEnd {
            guard !Task.isCancelled else { throw .unreadable }
            let file = ContentFile(path: try reader.text(), bytes: try reader.blob())
            guard file.staysInFolder, files.count <= Pack.mostLevels else { throw .unreadable }
            files.append(file)
        }
        guard sorted(files) == files, Set(files.map(\.path)).count == files.count else { throw .unreadable }
        return files
    }

    private static func sorted(_ files: [ContentFile]) -> [ContentFile] {
        files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
}
