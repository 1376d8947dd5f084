import Foundation
import Testing

/// A program at the other end of a unix socket that does whatever the test says, byte by byte.
final class UnixPeer {
    let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        // A test that goes wrong ends all the same.
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// - Returns: `nil` when the connection would have to wait for its turn.
    static func connected(to path: String, waiting: Bool = true) throws -> UnixPeer? {
        let peer = UnixPeer(try socket())
        if !waiting { _ = fcntl(peer.descriptor, F_SETFL, O_NONBLOCK) }
        let result = try with(path) { connect(peer.descriptor, $0, $1) }
        if result != 0, errno == EAGAIN { return nil }
        try #require(result == 0)
        return peer
    }

    /// A socket at `path` that listens, and answers nobody by itself.
    static func listening(at path: String, backlog: Int32 = 4) throws -> UnixPeer {
        let peer = UnixPeer(try socket())
        try #require(try with(path) { bind(peer.descriptor, $0, $1) } == 0)
        try #require(listen(peer.descriptor, backlog) == 0)
        return peer
    }

    /// Answers the next that connects with `text`, and closes the connection.
    func answerNext(_ text: String) {
        let descriptor = dup(descriptor)
        Thread.detachNewThread {
            let peer = UnixPeer(accept(descriptor, nil, nil))
            close(descriptor)
            peer.send(text)
        }
    }

    func send(_ text: String) {
        #if os(Linux)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        let bytes = Array(text.utf8)
        #expect(Foundation.send(descriptor, bytes, bytes.count, flags) == bytes.count)
    }

    func sendNothingMore() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// All that comes until the other end closes.
    func received() -> String {
        var (all, part) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while true {
            let count = recv(descriptor, &part, part.count, 0)
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += part[..<count]
        }
    }

    private static func socket() throws -> Int32 {
        #if os(Linux)
            let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        try #require(descriptor >= 0)
        return descriptor
    }

    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try withUnsafeMutableBytes(of: &address.sun_path) { place in
            try #require(path.utf8.count < place.count)
            place.copyBytes(from: path.utf8)
        }
        return withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
