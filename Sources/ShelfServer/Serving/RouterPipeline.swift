import HummingbirdCore
import NIOCore
import NIOHTTP1

/// The way to the router: the HTTP decoder and what follows it, put into a connection when it is first needed.
final class RouterPipeline {
    /// The router's channel; `nil` when the connection ended before it was needed.
    let joined: EventLoopFuture<HTTP1Channel.Value?>
    private let channel: any Channel
    private let setup: () throws -> EventLoopFuture<HTTP1Channel.Value?>
    private var promise: EventLoopPromise<HTTP1Channel.Value?>?

    /// - Parameter setup: adds the decoder and the router's handlers to the channel.
    init(_ channel: any Channel, setup: @escaping () throws -> EventLoopFuture<HTTP1Channel.Value?>) {
        let promise = channel.eventLoop.makePromise(of: HTTP1Channel.Value?.self)
        joined = promise.futureResult
        self.promise = promise
        self.channel = channel
        self.setup = setup
    }

    func join(_ connection: ConnectionHandler) throws {
        try setup().cascade(to: promise)
        promise = nil
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        let requests = DecodedRequestHandler(connection)
        try pipeline.addHandler(requests, position: .after(decoder))
        connection.whenAnswered { [weak requests] in requests?.goOn() }
    }

    /// Call this when the connection has ended.
    func isGone() {
        promise?.succeed(nil)
        promise = nil
    }
}
