import NIOCore
import NIOPosix

/// A link to a server with its own port, which delays what is sent as its shapes say.
package final class ProxiedLink: Sendable {
    package let port: Int
    private let listener: any Channel
    private let state: NIOLoopBoundBox<LinkState>

    /// - Parameters:
    ///   - loop: the event loop for everything of this link.
    ///   - target: the server's port on this machine.
    init(on loop: any EventLoop, target: Int, up: LinkShape, down: LinkShape, seed: UInt32) async throws {
        let state = try await loop.submit {
            NIOLoopBoundBox(
                LinkState(
                    up: LinkDirection(up, seed: seed), down: LinkDirection(down, seed: seed &+ 1_000_000)),
                eventLoop: loop)
        }.get()
        listener = try await ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 64)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { client in
                ClientBootstrap(group: loop)
                    .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .connect(host: "127.0.0.1", port: target)
                    .flatMapThrowing { try state.value.join(client, $0) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = listener.localAddress?.port ?? 0
        self.state = state
    }

    package func cut(_ cut: LinkCut) async throws {
        try await listener.eventLoop.submit { [state] in state.value.cut(cut) }.get()
    }

    package func restore() async throws {
        try await listener.eventLoop.submit { [state] in state.value.restore() }.get()
    }

    func close() async throws {
        try await cut(.closed)
        try await listener.close()
    }
}
