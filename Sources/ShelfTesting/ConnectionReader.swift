import NIOCore

/// Reads from a connection up to given byte sequences, and may send more.
package struct ConnectionReader {
    private var pieces: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var heard = ""

    /// The connection ended before the mark came.
    package struct Ended: Error {
        package let heard: String
    }

    init(
        _ pieces: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        (self.pieces, self.outbound) = (pieces, outbound)
    }

    package func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    /// Reads up to and including the next `mark`.
    ///
    /// - Throws: ``Ended``.
    package mutating func until(_ mark: String) async throws -> String {
        while true {
            if let end = heard.utf8.firstRange(of: mark.utf8)?.upperBound {
                defer { heard = String(heard[end...]) }
                return String(heard[..<end])
            }
            guard let piece = try await pieces.next() else { throw Ended(heard: heard) }
            heard += String(buffer: piece)
        }
    }
}
