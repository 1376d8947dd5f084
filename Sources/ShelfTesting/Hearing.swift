import NIOCore

/// What comes over a connection, piece by piece.
package struct Hearing {
    private var pieces: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var heard = ""

    /// The connection has ended before.
    package struct Ended: Error {
        package let heard: String
    }

    init(_ pieces: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) {
        self.pieces = pieces
    }

    /// What comes up to the next `mark`, and the mark.
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
