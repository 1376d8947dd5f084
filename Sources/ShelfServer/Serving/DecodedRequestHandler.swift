import NIOCore
import NIOHTTP1

/// Tells the connection handler about every decoded request, and passes on to the router those that the lane doesn't
/// answer. It marks a head that has a ``RequestHeadFault``.
///
/// While the lane lets an order be judged, it holds back what the decoder has read behind it, so that answers keep the
/// order of their requests.
final class DecodedRequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: ConnectionHandler
    /// HTTP versions of the requests that the router hasn't answered yet, the oldest first.
    private var versions: [HTTPVersion] = []
    private var isLastAnswer = false
    private var context: ChannelHandlerContext?
    private var held = CircularBuffer<Result<HTTPServerRequestPart, any Error>>()

    init(_ connection: ConnectionHandler) {
        self.connection = connection
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        held.removeAll()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(.success(unwrapInboundIn(data)), context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        take(.failure(error), context)
    }

    /// Passes on what was held back, up to and including the next order.
    func goOn() {
        guard !held.isEmpty else { return }
        while !connection.isJudging, let context, !held.isEmpty { give(held.removeFirst(), context) }
        // The router handles what it has got when a read completes. The channel reports none here.
        context?.fireChannelReadComplete()
    }

    private func take(_ read: Result<HTTPServerRequestPart, any Error>, _ context: ChannelHandlerContext) {
        if connection.isJudging || !held.isEmpty { held.append(read) } else { give(read, context) }
    }

    private func give(_ read: Result<HTTPServerRequestPart, any Error>, _ context: ChannelHandlerContext) {
        switch read {
        case .success(.head(let head)):
            let head = head.checked
            guard connection.headDecoded(head) else { return }
            versions.append(head.version)
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .success(.body(let bytes)):
            if connection.bodyDecoded(bytes) { context.fireChannelRead(wrapInboundOut(.body(bytes))) }
        case .success(.end(let trailers)):
            if connection.endDecoded() { context.fireChannelRead(wrapInboundOut(.end(trailers))) }
        case .failure(let error): context.fireErrorCaught(error)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            let version = versions.isEmpty ? .http1_1 : versions.removeFirst()
            context.write(wrapOutboundOut(.head(framed(head, version))), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            connection.routerAnswered()
            context.write(data, promise: promise)
            if isLastAnswer { context.close(mode: .output, promise: nil) }
        }
    }

    /// A client of version 1.0 knows no chunks (RFC 9112, section 6.1): the connection's end tells it an answer's end.
    private func framed(_ head: HTTPResponseHead, _ version: HTTPVersion) -> HTTPResponseHead {
        guard version == .http1_0, !head.headers.contains(name: "content-length"), head.status.mayHaveResponseBody
        else { return head }
        isLastAnswer = true
        var head = head
        head.version = .http1_0
        head.headers.replaceOrAdd(name: "connection", value: "close")
        return head
    }
}
