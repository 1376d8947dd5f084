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

    private func onConnection(_ act: @escaping @Sendable (ConnectionHandler) -> Void) {
        channel.eventLoop.execute { [channel] in
            let connection = try? channel.pipeline.syncOperations.handler(type: ConnectionHandler.self)
            if let connection { act(connection) }
        }
    }
}
