import NIOCore

/// Reads from a connection up to given byte sequences.
package struct ConnectionReader {
    private var pieces: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var heard = ""

    /// The connection ended before the mark came.
    package struct Ended: Error {
        package let heard: String
    }

    init(_ pieces: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) {
        self.pieces = pieces
    }

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
