import NIOCore

/// One connection that sends a request, waits for the answer and sends the next: no more HTTP than that takes.
final class RushCustomer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let next: () -> (request: ByteBuffer, dueUs: Int64)?
    private let answered: (_ status: Int, _ tookUs: Int64) -> Void
    private var answers = AnswerBuffer()
    private var dueUs: Int64 = 0

    /// - Parameters:
    ///   - next: the next request and when it is due; `nil` when there is none any more.
    ///   - answered: told how long an answer took from when its request was due, so that a request
    ///     that had to wait for the answer before it is not counted as quick.
    init(
        next: @escaping () -> (request: ByteBuffer, dueUs: Int64)?,
        answered: @escaping (_ status: Int, _ tookUs: Int64) -> Void
    ) {
        self.next = next
        self.answered = answered
    }

    func channelActive(context: ChannelHandlerContext) { send(context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        answers.add(unwrapInboundIn(data))
        guard let answer = answers.next() else { return }
        answered(answer.status, TrueTime.nowUs() - dueUs)
        send(context)
    }

    private func send(_ context: ChannelHandlerContext) {
        guard let (request, dueUs) = next() else { return context.close(promise: nil) }
        self.dueUs = dueUs
        let waitUs = dueUs - TrueTime.nowUs()
        guard waitUs > 0 else { return context.writeAndFlush(wrapOutboundOut(request), promise: nil) }
        context.eventLoop.assumeIsolated().scheduleTask(in: .microseconds(waitUs)) {
            context.writeAndFlush(self.wrapOutboundOut(request), promise: nil)
        }
    }
}
