import NIOCore

extension ShelfRequestContext {
    /// Acts once the client has closed its side, or the connection has ended. Only the last call on a connection
    /// counts.
    package func whenClientGoes(_ act: @escaping @Sendable () -> Void) {
        channel.eventLoop.execute { [channel] in
            let connection = try? channel.pipeline.syncOperations.handler(type: ConnectionHandler.self)
            connection?.whenClientGoes(act)
        }
    }
}
