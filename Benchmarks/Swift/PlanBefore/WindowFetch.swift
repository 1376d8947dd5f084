import NIOCore
import ShelfWire

/// A player's request for the next window, on a connection that is closed after it.
final class WindowFetch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let log: CrowdLog
    private let store: String
    private let dueUs: Int64
    private var answers = AnswerBuffer()

    init(log: CrowdLog, store: String, dueUs: Int64) {
        (self.log, self.store, self.dueUs) = (log, store, dueUs)
    }

    func channelActive(context: ChannelHandlerContext) {
        log.tally.send("window")
        let request = "GET \(RequestTarget.window(store: store).path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        answers.add(unwrapInboundIn(data))
        guard let answer = answers.next() else { return }
        log.tally.answer(afterUs: TrueTime.nowUs() - dueUs)
        if answer.status != 200 { log.tally.fail("window: status \(answer.status)") }
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        log.tally.fail("window: lost connection")
        context.close(promise: nil)
    }
}
