package import NIOCore

/// Frames a chunk of an answer of unknown length (RFC 9112, section 7.1).
package enum Chunk {
    package static let last = ByteBuffer(string: "0\r\n\r\n")

    package static func of(_ text: ByteBuffer) -> ByteBuffer {
        var chunk = ByteBuffer(string: String(text.readableBytes, radix: 16) + "\r\n")
        chunk.writeImmutableBuffer(text)
        chunk.writeString("\r\n")
        return chunk
    }
}
