import ShelfModel
package import ShelfWire

/// A delta as a file: 8 bytes that say what it is, 8 bytes for the length of what follows when it is inflated, most
/// significant first, and that in zlib's format.
package enum PackDeltaFile {
    private static let mark = Array("SHELFLD1".utf8)
    /// Of what is inflated: all levels of a pack, and what stands around them.
    private static let mostInflated = Pack.mostBytes + Pack.mostLevels * 2048

    package static func bytes(of delta: PackDelta) -> [UInt8] {
        let bytes = delta.bytes
        return mark + BigEndian.bytes(UInt64(bytes.count)) + Deflate.compressed(bytes)
    }

    package static func isDelta(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: mark) }

    /// - Throws: ``ShelfWire/PackFault``.
    package static func read(_ bytes: [UInt8]) throws(PackFault) -> PackDelta {
        guard isDelta(bytes), bytes.count > 16 else { throw .unreadable }
        let length = BigEndian.read(UInt64.self, bytes[8...])
        guard length <= mostInflated else { throw .tooLarge }
        guard let inflated = Deflate.inflated(Array(bytes[16...]), to: Int(length)) else { throw .unreadable }
        return try PackDelta(bytes: inflated)
    }
}
