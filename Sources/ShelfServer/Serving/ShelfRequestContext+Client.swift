import NIOCore

extension ShelfRequestContext {
    /// Acts once the client has closed its side, or the connection has ended. Only the last call on a connection
    /// counts.
    package func whenClientGoes(_ act: @escaping @Sendable () -> Void) {
        onConnection { $0.whenClientGoes(act) }
    }

    /// Ends the connection now.
    func end(for fault: ConnectionFault) {
        onConnection { $0.end(for: fault) }
    }

    /// Has the system hold little of what the client hasn't been sent, whatever the line's rate is. A small send buffer
    /// would also slow down clients that are far away.
    func keepLittleUnsent() {
        // What isn't a socket takes no such option, and needs none.
        channel.setOption(.tcpOption(Self.notSentLowWater), value: Self.mostUnsent).whenFailure { _ in }
    }

    private static let mostUnsent: SocketOptionValue = 128 << 10

    /// `TCP_NOTSENT_LOWAT` of the system's `netinet/tcp.h`.
    private static let notSentLowWater: NIOBSDSocket.Option = {
        #if canImport(Darwin)
            NIOBSDSocket.Option(rawValue: 0x201)
        #else
            NIOBSDSocket.Option(rawValue: 25)
        #endif
    }()

    private func onConnection(_ act: @escaping @Sendable (ConnectionHandler) -> Void) {
        channel.eventLoop.execute { [channel] in
            let connection = try? channel.pipeline.syncOperations.handler(type: ConnectionHandler.self)
            if let connection { act(connection) }
        }
    }
}
