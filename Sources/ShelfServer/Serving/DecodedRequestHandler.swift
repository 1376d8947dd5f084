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
    /// How the answers have to be framed that the router owes, the oldest first.
    private var owed: [Framing] = []
    /// Whether the connection ends with the answer to the latest request.
    private var isLast = false
    /// Whether the last request has arrived. Nobody may answer what comes behind it.
    private var isOver = false
    /// How many answers may still be written once the connection has failed; `nil` while it is well.
    private var answersLeft: Int?
    private var context: ChannelHandlerContext?
    private var held = CircularBuffer<Result<HTTPServerRequestPart, any Error>>()

    private struct Framing {
        let version: HTTPVersion
        /// Whether the answer has to say that the connection ends with it.
        let saysClose: Bool
    }

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

    func channelReadComplete(context: ChannelHandlerContext) {
        connection.tellToContinue()
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        take(.failure(error), context)
    }

    /// Passes on what was held back, up to and including the next order.
    func goOn() {
        guard !held.isEmpty else { return }
        while !connection.isJudging, let context, !held.isEmpty { give(held.removeFirst(), context) }
        // The router handles what it has got when a read completes. The channel reports none here.
        if let context { channelReadComplete(context: context) }
    }

    private func take(_ read: Result<HTTPServerRequestPart, any Error>, _ context: ChannelHandlerContext) {
        if connection.isJudging || !held.isEmpty { held.append(read) } else { give(read, context) }
    }

    private func give(_ read: Result<HTTPServerRequestPart, any Error>, _ context: ChannelHandlerContext) {
        guard !isOver else { return }
        switch read {
        case .success(.head(let head)):
            isLast = head.isLast
            var checked = head.checked
            // The router closes the connection after its answer, but only knows this spelling of the wish.
            if isLast { checked.headers.replaceOrAdd(name: "connection", value: "close") }
            guard connection.headDecoded(checked) else { return }
            owed.append(Framing(version: head.version, saysClose: isLast))
            context.fireChannelRead(wrapInboundOut(.head(checked)))
        case .success(.body(let bytes)):
            if connection.bodyDecoded(bytes) { context.fireChannelRead(wrapInboundOut(.body(bytes))) }
        case .success(.end(let trailers)):
            isOver = isLast
            if connection.endDecoded() { context.fireChannelRead(wrapInboundOut(.end(trailers))) }
        case .failure(let error):
            isOver = true
            // A broken head has an answer of its own. A request whose body is broken has only its one.
            answersLeft = owed.count + (connection.isRequestArriving ? 0 : 1)
            if connection.decodingFailed(isAnswerBegun: owed.isEmpty) { context.fireErrorCaught(error) }
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard answersLeft != 0 else {
            promise?.succeed()
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head):
            let framing = owed.isEmpty ? Framing(version: .http1_1, saysClose: false) : owed.removeFirst()
            context.write(wrapOutboundOut(.head(framed(head, framing))), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            answersLeft = answersLeft.map { $0 - 1 }
            connection.routerAnswered()
            if answersLeft == 0 { connection.closeBehindAnswers() }
        }
    }

    /// A client of version 1.0 knows no chunks (RFC 9112, section 6.1): the connection's end tells it an answer's end,
    /// and the encoder writes chunks only for version 1.1.
    private func framed(_ head: HTTPResponseHead, _ framing: Framing) -> HTTPResponseHead {
        var head = head
        if framing.saysClose { head.headers.replaceOrAdd(name: "connection", value: "close") }
        let hasLength = head.headers.contains(name: "content-length")
        if framing.version == .http1_0, !hasLength, head.status.mayHaveResponseBody { head.version = .http1_0 }
        return head
    }
}
