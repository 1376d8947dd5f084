import NIOCore

/// A connection from its first byte to its last: lets the lane answer what it can, brings in the router for the rest,
/// and ends it when it takes too long.
///
/// It stands in front of the HTTP decoder. As long as every request is
/// recognised there is no decoder: from the first one on that isn't, all bytes
/// go to it, for as long as the connection lasts. So no byte is ever read by both.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Who gets the bytes that arrive.
    private enum Reader {
        case lane, router, nobody
    }

    private let loop: ServingLoop
    private let timeline: Timeline
    private let router: RouterSide
    private let onEnd: () -> Void
    private var context: ChannelHandlerContext?
    private var reader = Reader.lane
    private var state: ConnectionState
    /// As of the last change: to ask the channel costs more than to answer a request.
    private var isWritable = true
    private var isReadHeld = false
    /// Requests that were read and wait: for answers before them to be taken, or for others to have their turn.
    private var held: ByteBuffer?
    private var isAnswering = false
    private var hasInputEnded = false
    /// Of the head or the body that the decoder is still waiting for the end of.
    private var bytesSoFar = 0
    /// The store whose keys it is sent.
    private var store: String?

    /// So many in one go, and then other connections have their turn.
    private static let answersAtOnce = 64
    /// No player's request has a longer head.
    static let headAtMost = 16_384
    /// More than any route takes, with all that frames it.
    private static let bodyAtMost = 1_048_576

    /// - Parameter onEnd: called once, after the last byte.
    init(loop: ServingLoop, timeline: Timeline, router: RouterSide, onEnd: @escaping () -> Void) {
        self.loop = loop
        self.timeline = timeline
        self.router = router
        self.onEnd = onEnd
        state = ConnectionState(nowUs: timeline.nowUs())
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        loop.add(self)
    }

    /// Comes always, also to a connection that never became active.
    func handlerRemoved(context: ChannelHandlerContext) {
        loop.remove(self)
        if let store { loop.streams.remove(self, from: store) }
        router.isGone()
        onEnd()
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch reader {
        case .lane: recognise(unwrapInboundIn(data), context)
        case .router: pass(unwrapInboundIn(data), context)
        case .nobody: break
        }
    }

    /// Who doesn't take answers isn't read any further.
    func read(context: ChannelHandlerContext) {
        if isWritable, held == nil { context.read() } else { isReadHeld = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        let nowUs = timeline.nowUs()
        state.setBlocked(!isWritable, nowUs: nowUs)
        // Whoever was still taking answers was not idle.
        if isWritable, state.phase == .idle { state.enter(.idle, nowUs: nowUs) }
        context.fireChannelWritabilityChanged()
        if isWritable { resume() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed, held != nil || isAnswering {
            hasInputEnded = true
            return
        }
        guard reader != .router else { return context.fireUserInboundEventTriggered(event) }
        // Whoever listens to a stream has nothing more to say.
        let isSilent = event as? ChannelEvent == .inputClosed && store == nil
        let isStop = event is ChannelShouldQuiesceEvent
        if isStop, store != nil { endStream() } else if isStop || isSilent { endBehindAnswers(context) }
    }

    /// Behind all answers that are on their way, the lane's among them: whoever closes knows only of its own.
    ///
    /// How long the other side may take to close its end counts from when it has ours, however slowly it reads.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode != .input else { return context.close(mode: mode, promise: promise) }
        afterAnswers(context) {
            if mode == .output { self.enter(.closing) }
            context.close(mode: mode, promise: promise)
        }
    }

    func endIfOverdue(nowUs: Int64) {
        if let fault = state.fault(nowUs: nowUs) { end(for: fault) }
    }

    private func end(for fault: ConnectionFault) {
        guard let context else { return }
        loop.tally.count(fault)
        context.close(promise: nil)
    }

    private func endBehindAnswers(_ context: ChannelHandlerContext) {
        reader = .nobody
        afterAnswers(context) { context.close(promise: nil) }
    }

    private func afterAnswers(_ context: ChannelHandlerContext, _ work: @escaping () -> Void) {
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer()))).assumeIsolated().whenComplete { _ in work() }
    }
}

extension ConnectionHandler {
    private func recognise(_ data: ByteBuffer, _ context: ChannelHandlerContext) {
        guard held == nil, !isAnswering else { return hold(data) }
        isAnswering = true
        var requests = data
        let nowUs = timeline.nowUs()
        var (turns, isKnown) = (Self.answersAtOnce, true)
        while reader == .lane, isKnown, turns > 0, isWritable, requests.readableBytes > 0 {
            isKnown = answerFirst(of: &requests, nowUs, context)
            turns -= 1
        }
        if reader == .lane, requests.readableBytes > 0 {
            if isKnown { hold(requests) } else { join(with: requests, context) }
        }
        // A write that fails can let more be read at once; by now what is left of this has its place before that.
        context.flush()
        isAnswering = false
        if held != nil || hasInputEnded, isWritable { context.eventLoop.assumeIsolated().execute { self.resume() } }
    }

    private func answerFirst(
        of requests: inout ByteBuffer, _ nowUs: Int64, _ context: ChannelHandlerContext
    ) -> Bool {
        requests.readWithUnsafeReadableBytes { bytes in
            guard let sighting = Sighting(bytes), answer(LaneRequest(sighting, in: bytes), nowUs, context) else {
                return (0, false)
            }
            return (sighting.length, true)
        }
    }

    private func hold(_ requests: ByteBuffer) {
        if held == nil { held = requests } else { held?.writeImmutableBuffer(requests) }
    }

    /// Goes on where it had stopped.
    private func resume() {
        guard let context, isWritable, !isAnswering else { return }
        if let requests = held {
            held = nil
            channelRead(context: context, data: NIOAny(requests))
        }
        guard held == nil else { return }
        if hasInputEnded {
            hasInputEnded = false
            userInboundEventTriggered(context: context, event: ChannelEvent.inputClosed)
        }
        if isReadHeld {
            isReadHeld = false
            context.read()
        }
    }

    private func answer(_ request: LaneRequest, _ nowUs: Int64, _ context: ChannelHandlerContext) -> Bool {
        switch loop.lane?.answer(request, nowUs: nowUs, to: context) ?? .unknown {
        case .unknown: return false
        case .stream(let store):
            open(store, lastEvent: request.lastEvent.map { String(decoding: $0, as: UTF8.self) }, nowUs, context)
        case .answered:
            if request.isLast { endOutput(nowUs, context) } else { state.enter(.idle, nowUs: nowUs) }
        }
        return true
    }

    /// Whoever is told that nothing more comes closes the connection; to close it from here could cut off the answer
    /// (RFC 9112, section 9.6).
    private func endOutput(_ nowUs: Int64, _ context: ChannelHandlerContext) {
        reader = .nobody
        state.enter(.idle, nowUs: nowUs)
        context.flush()
        close(context: context, mode: .output, promise: nil)
    }

    private func open(_ store: String, lastEvent: String?, _ nowUs: Int64, _ context: ChannelHandlerContext) {
        reader = .nobody
        state.enter(.stream, nowUs: nowUs)
        self.store = store
        loop.streams.add(self, to: store)
        context.write(wrapOutboundOut(.byteBuffer(WireHead.stream(second: nowUs / 1_000_000))), promise: nil)
        if let words = loop.lane?.greeting(store, lastEvent: lastEvent) { send(Chunk.of(words)) }
    }
}

extension ConnectionHandler {
    /// Without waiting for a request that isn't recognised.
    func joinAtOnce() {
        if let context { join(with: ByteBuffer(), context) }
    }

    /// From now on the router answers.
    private func join(with requests: ByteBuffer, _ context: ChannelHandlerContext) {
        reader = .router
        do {
            try router.join(self)
            pass(requests, context)
        } catch {
            context.close(promise: nil)
        }
    }

    private func pass(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        if state.phase == .idle { enter(.head) }
        context.fireChannelRead(wrapInboundOut(bytes))
        guard let most = mostBytes else { return }
        bytesSoFar += bytes.readableBytes
        if bytesSoFar > most { end(for: .hugeRequest) }
    }

    private var mostBytes: Int? {
        switch state.phase {
        case .head: Self.headAtMost
        case .body: Self.bodyAtMost
        case .idle, .answer, .stream, .closing: nil
        }
    }

    /// Tells how far the router's requests have come.
    func enter(_ phase: ConnectionState.Phase) {
        guard phase != state.phase, state.phase != .closing else { return }
        bytesSoFar = 0
        state.enter(phase, nowUs: timeline.nowUs())
    }

    /// Whether the router is still to answer what the decoder reads.
    var isRouted: Bool { reader == .router }

    /// Answers a request that the decoder has read, if it is one for the lane.
    ///
    /// - Parameter request: its head, written out plainly.
    func answer(decoded request: ByteBuffer) -> Bool {
        // Behind a stream, or behind what was the last request, nothing more is answered.
        guard reader == .router, let context else { return true }
        // The router knows how to wait.
        guard isWritable else { return false }
        let isAnswered = request.withUnsafeReadableBytes { bytes in
            Sighting(bytes).map { answer(LaneRequest($0, in: bytes), timeline.nowUs(), context) } ?? false
        }
        if isAnswered { context.flush() }
        return isAnswered
    }
}

extension ConnectionHandler: StreamReader {
    func send(_ words: ByteBuffer) {
        guard let context else { return }
        // What it hasn't taken by now it need not have: each key gives the ones before, and a new stream the newest.
        guard isWritable else { return end(for: .slowReader) }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(words)), promise: nil)
    }

    func endStream() {
        guard let context, state.phase == .stream else { return }
        state.enter(.idle, nowUs: timeline.nowUs())
        context.write(wrapOutboundOut(.byteBuffer(Chunk.last)), promise: nil)
        endBehindAnswers(context)
    }
}
