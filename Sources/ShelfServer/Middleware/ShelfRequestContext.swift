package import Hummingbird
package import NIOCore

/// The context of a request: the router's part, and the client's address.
package struct ShelfRequestContext: RequestContext, RemoteAddressRequestContext {
    package var coreContext: CoreRequestContextStorage
    package let remoteAddress: SocketAddress?
    private let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
        channel = source.channel
    }

    /// Acts once the client has closed its side, or the connection has ended. Only the last call on a connection counts.
    package func whenClientGoes(_ act: @escaping @Sendable () -> Void) {
        channel.eventLoop.execute { [channel] in
            let connection = try? channel.pipeline.syncOperations.handler(type: ConnectionHandler.self)
            connection?.whenClientGoes(act)
        }
    }
}
