import NIOCore

/// What is on its way over one connection in one direction, in its order.
///
/// Lives on the link's event loop.
final class LinkLane {
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

    /// Delivers what is due, unless the link is cut, and sets the timer for what is not.
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

/// One end of a connection: what it sends goes into its lane.
final class LinkEnd: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let link: LinkState
    private let lane: LinkLane

    init(_ link: LinkState, lane: LinkLane) {
        (self.link, self.lane) = (link, lane)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lane.send(unwrapInboundIn(data))
    }

    func channelInactive(context: ChannelHandlerContext) {
        link.forget(context.channel)
        lane.end()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

extension NIODeadline {
    fileprivate static var nowUs: Int64 { Int64(now().uptimeNanoseconds / 1000) }
}
