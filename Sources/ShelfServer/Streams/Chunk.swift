package import NIOCore

/// A part of an answer whose length nobody knows (RFC 9112, section 7.1).
package enum Chunk {
    package static let last = ByteBuffer(string: "0\r\n\r\n")

    package static func of(_ words: ByteBuffer) -> ByteBuffer {
        var chunk = ByteBuffer(string: String(words.readableBytes, radix: 16) + "\r\n")
        chunk.writeImmutableBuffer(words)
        chunk.writeString("\r\n")
        return chunk
    }
}
