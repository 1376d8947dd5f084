import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// The way to the router: the HTTP decoder and what follows it, put into a connection when it is first needed.
final class RouterSide {
    /// What the router serves, or `nil` when the connection has ended without it.
    let joined: EventLoopFuture<HTTP1Channel.Value?>
    private let http: HTTP1Channel
    private let channel: any Channel
    private let logger: Logger
    private var promise: EventLoopPromise<HTTP1Channel.Value?>?

    init(_ http: HTTP1Channel, on channel: any Channel, logger: Logger) {
        let promise = channel.eventLoop.makePromise(of: HTTP1Channel.Value?.self)
        joined = promise.futureResult
        self.promise = promise
        self.http = http
        self.channel = channel
        self.logger = logger
    }

    func join(_ connection: ConnectionHandler) throws {
        http.setup(channel: channel, logger: logger).map(Optional.some).cascade(to: promise)
        promise = nil
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(RequestHandler(connection), position: .after(decoder))
    }

    /// Once the connection has ended.
    func isGone() {
        promise?.succeed(nil)
        promise = nil
    }
}
