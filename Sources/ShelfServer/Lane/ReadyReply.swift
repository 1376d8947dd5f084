import NIOCore
import Synchronization

/// A reply that is ready before it is asked for.
final class ReadyReply: Sendable {
    let reply: Reply
    private let shared: SharedContent

    convenience init(_ reply: Reply) {
        self.init(reply, shared: SharedContent(reply.bytes))
    }

    private init(_ reply: Reply, shared: SharedContent) {
        (self.reply, self.shared) = (reply, shared)
    }

    /// The content, in memory that all who send it share.
    var content: ByteBuffer { shared.buffer }

    /// Whether the answer to one is that to the other.
    func isSame(as other: ReadyReply) -> Bool { shared === other.shared && reply.caching == other.reply.caching }

    /// The same content, to be kept for so many seconds.
    func keptFor(_ seconds: Int64) -> ReadyReply { ReadyReply(reply.keptFor(seconds), shared: shared) }
}

/// Content that is put into a buffer when it is first asked for: most stores' older windows never are.
private final class SharedContent: Sendable {
    private let bytes: [UInt8]
    private let made = Mutex<ByteBuffer?>(nil)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var buffer: ByteBuffer {
        made.withLock { made in
            let buffer = made ?? ByteBuffer(bytes: bytes)
            made = buffer
            return buffer
        }
    }
}
