import NIOCore

/// One connection that sends a request, waits for the answer and sends the next: no more HTTP than that takes.
final class RushCustomer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let next: () -> (request: ByteBuffer, dueUs: Int64)?
    private let answered: (_ status: Int, _ tookUs: Int64) -> Void
    private var received = ByteBuffer()
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
        received.writeImmutableBuffer(unwrapInboundIn(data))
        guard let status = takeAnswer() else { return }
        answered(status, TrueTime.nowUs() - dueUs)
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

    /// The status of a whole answer, which is then taken away.
    private func takeAnswer() -> Int? {
        let (status, length) = received.withUnsafeReadableBytes { bytes -> (Int?, Int?) in
            guard let end = Self.end(of: bytes), let start = Self.contentLength(in: bytes[..<end]) else {
                return (nil, nil)
            }
            let body = bytes[start..<end].prefix { $0 != UInt8(ascii: "\r") }.reduce(0) { $0 * 10 + Int($1 & 15) }
            return (bytes[9..<12].reduce(0) { $0 * 10 + Int($1 & 15) }, end + 4 + body)
        }
        guard let status, let length, received.readableBytes >= length else { return nil }
        received.clear()
        return status
    }

    /// Where the head ends.
    private static func end(of bytes: UnsafeRawBufferPointer) -> Int? {
        var index = 3
        while index < bytes.count {
            if bytes[index] == 10, bytes[index - 2] == 10 { return index - 3 }
            index += 1
        }
        return nil
    }

    private static let field = Array("\ncontent-length: ".utf8)

    /// Where the number begins.
    private static func contentLength(in head: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard head.count > field.count else { return nil }
        for start in head.startIndex..<(head.endIndex - field.count) where head[start] == 10 {
            let isField = field.indices.dropFirst().allSatisfy { head[start + $0] | 32 == field[$0] | 32 }
            if isField { return start + field.count }
        }
        return nil
    }
}
