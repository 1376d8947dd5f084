import NIOCore
import NIOPosix
import Synchronization

/// Stands between a server and its clients on this machine and makes of loopback the networks that players have.
///
///     let proxy = DelayProxy(to: serverPort)
///     let link = try await proxy.open(up: LinkShape(delayUs: 30_000), down: LinkShape(delayUs: 20_000))
///     // a client at 127.0.0.1:\(link.port) now is 50 ms away
///
/// A way's delay, jitter and rate hold for all that is sent over it. The order within a connection
/// and a direction is kept. Setting up a connection is not delayed, only what is said over it.
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

    /// Opens a way of its own to the server.
    ///
    /// - Parameter seed: draws the jitter.
    package func open(up: LinkShape, down: LinkShape, seed: UInt32 = 1) async throws -> ProxiedLink {
        let link = try await ProxiedLink(on: group.next(), target: target, up: up, down: down, seed: seed)
        links.withLock { $0.append(link) }
        return link
    }

    /// Ends every connection. When it returns, no thread is left.
    package func stop() async throws {
        for link in links.withLock({ $0 }) { try await link.close() }
        try await group.shutdownGracefully()
    }
}
