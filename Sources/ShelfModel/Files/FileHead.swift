/// What is known of a file without its bytes. A file is named by what it holds, so it never changes.
package struct FileHead: Hashable, Sendable {
    /// The database keeps a file in parts of this number of bytes; the last one may be shorter. A part is written in a
    /// transaction of its own, which is short enough to hold up no purchase.
    package static let bytesInPart = 256 * 1024

    /// SHA-256 of its bytes, 32 bytes.
    package let digest: [UInt8]
    /// How many bytes it has, 1 at least.
    package let length: Int

    package init(digest: [UInt8], length: Int) {
        precondition(digest.count == 32 && length > 0, "a file has a digest of 32 bytes, and a byte at least")
        (self.digest, self.length) = (digest, length)
    }

    package var parts: Range<Int> { 0..<(length + Self.bytesInPart - 1) / Self.bytesInPart }

    /// Which of the file's bytes are in a part.
    package func bytes(of part: Int) -> Range<Int> {
        precondition(parts.contains(part), "a file of \(length) bytes has no part \(part)")
        return part * Self.bytesInPart..<min((part + 1) * Self.bytesInPart, length)
    }
}
