import NIOCore
import NIOHTTP1

/// Tells the connection handler about every decoded request, and passes on to the router those that the lane doesn't
/// answer. It marks a head that has a ``RequestHeadFault``.
final class DecodedRequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: ConnectionHandler
    /// HTTP versions of the requests that the router hasn't answered yet, the oldest first.
    private var versions: [HTTPVersion] = []
    private var isLastAnswer = false

    init(_ connection: ConnectionHandler) {
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let head = head.checked
            guard connection.headDecoded(head) else { return }
            versions.append(head.version)
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body:
            if connection.bodyDecoded() { context.fireChannelRead(data) }
        case .end:
            if connection.endDecoded() { context.fireChannelRead(data) }
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
