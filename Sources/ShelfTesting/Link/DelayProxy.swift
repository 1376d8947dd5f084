import NIOCore
import NIOPosix
import Synchronization

/// A proxy between a server and its clients on this machine that delays what they send, as players' networks do.
///
///     let proxy = DelayProxy(to: serverPort)
///     let link = try await proxy.open(up: LinkShape(delayUs: 30_000), down: LinkShape(delayUs: 20_000))
///     // a client at 127.0.0.1:\(link.port) now is 50 ms away
///
/// A link's delay, jitter and rate apply to everything that is sent over it. The order within one direction of a
/// connection is kept. Setting up a connection is not delayed, only what is sent over it.
package final class DelayProxy: Sendable {
    private let group: MultiThreadedEventLoopGroup
    private let target: Int
    private let links = Mutex<[ProxiedLink]>([])

    /// - Parameters:
    ///   - target: the server's port on this machine.
    ///   - threads: one is enough for some dozens of clients.
    package init(to target: Int, threads: Int = 1) {
        group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        self.target = target
    }

    /// Opens a new link to the server.
    ///
    /// - Parameter seed: determines the jitter.
    package func open(up: LinkShape, down: LinkShape, seed: UInt32 = 1) async throws -> ProxiedLink {
        let link = try await ProxiedLink(on: group.next(), target: target, up: up, down: down, seed: seed)
        links.withLock { $0.append(link) }
        return link
    }

    /// Closes every connection. When it returns, no thread is left.
    package func stop() async throws {
        for link in links.withLock({ $0 }) { try await link.close() }
        try await group.shutdownGracefully()
    }
}
