import NIOCore

/// What is on its way over one connection in one direction, in order.
///
/// It is used only on the link's event loop.
final class LinkQueue {
    private enum Piece {
        case bytes(ByteBuffer)
        case end
    }

    private let link: LinkState
    private let way: ReferenceWritableKeyPath<LinkState, LinkDirection>
    private let far: any Channel
    private var waiting = CircularBuffer<(dueUs: Int64, piece: Piece)>()
    private var lastUs = Int64.min
    private var isScheduled = false

    init(_ link: LinkState, _ way: ReferenceWritableKeyPath<LinkState, LinkDirection>, to far: any Channel) {
        (self.link, self.way, self.far) = (link, way, far)
    }

    func send(_ bytes: ByteBuffer) {
        guard link[keyPath: way].shape.bytesPerSecond != nil else {
            return add(.bytes(bytes), count: bytes.readableBytes)
        }
        var rest = bytes
        while rest.readableBytes > 0,
            let piece = rest.readSlice(length: min(rest.readableBytes, LinkDirection.pieceBytes))
        {
            add(.bytes(piece), count: piece.readableBytes)
        }
    }

    func end() {
        add(.end, count: 0)
    }

    /// Sets the timer for the next delivery, unless the link is cut.
    func tend() {
        guard !isScheduled, link.cut == nil, let next = waiting.first else { return }
        isScheduled = true
        let deadline = NIODeadline.uptimeNanoseconds(UInt64(next.dueUs) * 1000)
        far.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.isScheduled = false
            if self.link.cut == nil { self.deliver() }
            self.tend()
        }
    }

    private func add(_ piece: Piece, count: Int) {
        lastUs = max(lastUs, link[keyPath: way].arrivalUs(of: count, sentUs: NIODeadline.nowUs))
        waiting.append((lastUs, piece))
        tend()
    }

    private func deliver() {
        let nowUs = NIODeadline.nowUs
        while let next = waiting.first, next.dueUs <= nowUs {
            waiting.removeFirst()
            switch next.piece {
            case .bytes(let bytes): far.write(bytes, promise: nil)
            case .end: far.close(promise: nil)
            }
        }
        far.flush()
    }
}

/// One end of a connection. What it sends goes into its queue.
final class LinkEnd: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let link: LinkState
    private let queue: LinkQueue

    init(_ link: LinkState, queue: LinkQueue) {
        (self.link, self.queue) = (link, queue)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        queue.send(unwrapInboundIn(data))
    }

    func channelInactive(context: ChannelHandlerContext) {
        link.forget(context.channel)
        queue.end()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

extension NIODeadline {
    fileprivate static var nowUs: Int64 { Int64(now().uptimeNanoseconds / 1000) }
}
