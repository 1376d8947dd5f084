import NIOCore
import NIOHTTP1

/// Follows the requests that the decoder has read, and lets the lane answer those that are for it.
///
/// The lane answers only while the router has nothing to do, so that answers keep the order of their requests.
final class RequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: ConnectionHandler
    private var isReading = false
    /// Whether the request that is being read has its answer already.
    private var isAnswered = false
    /// How many the router has to answer.
    private var waiting = 0

    init(_ connection: ConnectionHandler) {
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head)
        case .body: break
        case .end: isReading = false
        }
        if !isAnswered {
            connection.enter(phase)
            context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            waiting -= 1
            connection.enter(phase)
        }
        context.write(data, promise: promise)
    }

    private var phase: ConnectionState.Phase {
        isReading ? .body : waiting > 0 ? .answer : .idle
    }

    private func begin(_ head: HTTPRequestHead) {
        isReading = true
        isAnswered =
            !connection.isRouted
            || waiting == 0 && head.version == .http1_1 && connection.answer(decoded: Self.written(head))
        if !isAnswered { waiting += 1 }
    }

    /// As the recogniser knows requests, so that one rule decides what is for the lane.
    private static func written(_ head: HTTPRequestHead) -> ByteBuffer {
        var bytes = ByteBuffer(string: "\(head.method.rawValue) \(head.uri) HTTP/1.1\r\n")
        for (name, value) in head.headers { bytes.writeString("\(name): \(value)\r\n") }
        bytes.writeString("\r\n")
        return bytes
    }
}
