import NIOCore
import ShelfWire

/// A player of Shelflife: loads the window, and then listens to the store's keys on the same connection.
final class SealedPlayer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let log: CrowdLog
    private let store: String
    private var answers = AnswerBuffer()
    /// What has come of the stream's next line.
    private var line = ByteBuffer()
    private var isListening = false
    /// The event whose data is the next line.
    private var event: String?

    private static let hello = Array("retry: ".utf8)
    private static let id = Array("id: ".utf8)
    private static let data = Array("data: ".utf8)

    init(log: CrowdLog, store: String) {
        (self.log, self.store) = (log, store)
    }

    func channelActive(context: ChannelHandlerContext) {
        log.tally.send("window")
        send("GET \(RequestTarget.window(store: store).path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let (nowUs, bytes) = (TrueTime.nowUs(), unwrapInboundIn(data))
        if isListening { return listen(to: bytes, atUs: nowUs) }
        answers.add(bytes)
        guard let answer = answers.next() else { return }
        guard answer.status == 200 else { return log.tally.fail("window: status \(answer.status)") }
        if log.tally.window == nil { log.tally.keep(window: Array(answer.body.readableBytesView)) }
        isListening = true
        log.tally.send("stream")
        send(
            """
            GET \(RequestTarget.keys(store: store).path) HTTP/1.1\r
            Host: 127.0.0.1\r
            Accept: text/event-stream\r
            \r

            """, context)
    }

    func channelInactive(context: ChannelHandlerContext) { log.tally.fail("lost connection") }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func listen(to bytes: ByteBuffer, atUs: Int64) {
        line.writeImmutableBuffer(bytes)
        while let end = line.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            take(line.readableBytesView[..<end], atUs: atUs)
            line.moveReaderIndex(to: end + 1)
        }
        if line.readableBytes == 0 { line.clear() }
    }

    /// Takes a line of the stream (HTML standard, section 9.2.6). What frames its chunks is none that counts.
    private func take(_ line: ByteBufferView, atUs: Int64) {
        if line.starts(with: Self.hello) {
            log.tally.load()
        } else if line.starts(with: Self.id) {
            event = String(decoding: line.dropFirst(Self.id.count), as: UTF8.self)
        } else if line.starts(with: Self.data), let event {
            log.tally.hear(event, atUs: atUs) { Array(line.dropFirst(Self.data.count)) }
            self.event = nil
        }
    }

    private func send(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }
}
