import Foundation
import NIOCore
import NIOHTTP1
import ShelfEngine

/// Handles one connection from its first byte to its last: lets the lane answer what it can, adds the router for
/// everything else, and closes the connection when something takes too long.
///
/// It comes before the HTTP decoder in the pipeline. The decoder is added at the first request that the lane doesn't
/// recognise and reads all bytes from then on, so no byte is read by both. ``ConnectionStateMachine`` decides what to
/// do, and this handler does it.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let loop: EventLoopServer
    private let timeline: Timeline
    private let network: String
    private let router: RouterPipeline
    private let onEnd: () -> Void
    private var context: ChannelHandlerContext?
    private var machine: ConnectionStateMachine
    /// Bytes that have arrived and wait to be read.
    private var held: ByteBuffer?
    private var hasClientGone = false
    private var clientGoes: () -> Void = {}
    /// The order that is arriving or being judged.
    private var order: LaneOrder?
    private var orderBody = ByteBuffer()
    private var playerStream: PlayerStream?
    private var goOn: () -> Void = {}

    /// - Parameters:
    ///   - network: ``Network/of(_:)`` the client's address.
    ///   - onEnd: called once, after the last byte.
    init(
        loop: EventLoopServer, timeline: Timeline, network: String, router: RouterPipeline, onEnd: @escaping () -> Void
    ) {
        self.loop = loop
        self.timeline = timeline
        self.network = network
        self.router = router
        self.onEnd = onEnd
        machine = ConnectionStateMachine(nowUs: timeline.nowUs())
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        loop.add(self)
    }

    /// The channel calls this for every connection, also for one that never became active.
    func handlerRemoved(context: ChannelHandlerContext) {
        loop.remove(self)
        if let store = machine.streamedStore { loop.streams.remove(self, from: store) }
        playerStream?.end()
        playerStream = nil
        router.isGone()
        clientHasGone()
        onEnd()
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(unwrapInboundIn(data), context)
    }

    func read(context: ChannelHandlerContext) {
        if machine.readRequested() { context.read() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        machine.writabilityChanged(to: context.channel.isWritable, nowUs: timeline.nowUs())
        context.fireChannelWritabilityChanged()
        resume()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            clientHasGone()
            endInput(context)
        } else if event is ChannelShouldQuiesceEvent {
            stop(event, context)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// Closes the connection after all pending answers. The router knows only its own answers, not the lane's.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode != .input else { return context.close(mode: mode, promise: promise) }
        afterAnswers(context) {
            if mode == .output { self.machine.outputEnded(nowUs: self.timeline.nowUs()) }
            context.close(mode: mode, promise: promise)
        }
    }

    /// Acts once the client has closed its side, or the connection has ended. Only the last call counts.
    func whenClientGoes(_ act: @escaping () -> Void) {
        if hasClientGone { act() } else { clientGoes = act }
    }

    private func clientHasGone() {
        hasClientGone = true
        clientGoes()
        clientGoes = {}
    }

    func endIfOverdue(nowUs: Int64) {
        if let fault = machine.fault(nowUs: nowUs) { end(for: fault) }
    }

    /// Ends the connection now, and counts why.
    func end(for fault: ConnectionFault) {
        guard let context else { return }
        loop.counters.count(fault)
        if fault == .slowReader { forgetUnread(context.channel) }
        context.close(promise: nil)
    }

    /// Has the system forget what was sent and isn't read, and reset the connection as it is closed. Else it would go
    /// on sending for as long as the client holds its side open.
    private func forgetUnread(_ channel: any Channel) {
        _ = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
    }

    private func endInput(_ context: ChannelHandlerContext) {
        switch machine.inputEnded() {
        case .nothing: break
        case .passOn: context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        case .close: closeAfterAnswers(context)
        case .judge: judge(isWhole: false)
        }
    }

    private func stop(_ event: Any, _ context: ChannelHandlerContext) {
        switch machine.stopRequested(nowUs: timeline.nowUs()) {
        case .nothing: break
        case .passOn: context.fireUserInboundEventTriggered(event)
        case .endStream: endStream()
        case .close: closeAfterAnswers(context)
        }
    }

    private func closeAfterAnswers(_ context: ChannelHandlerContext) {
        afterAnswers(context) { context.close(promise: nil) }
    }

    private func afterAnswers(_ context: ChannelHandlerContext, _ work: @escaping () -> Void) {
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer()))).assumeIsolated().whenComplete { _ in work() }
    }
}

/// Incoming bytes.
extension ConnectionHandler {
    private func take(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        let nowUs = timeline.nowUs()
        switch machine.bytesArrived(nowUs: nowUs) {
        case .recognise: recognise(bytes, nowUs, context)
        case .hold: hold(bytes)
        case .pass: pass(bytes, context)
        case .drop: break
        }
    }

    private func recognise(_ bytes: ByteBuffer, _ nowUs: Int64, _ context: ChannelHandlerContext) {
        var (requests, isUnknown) = (bytes, false)
        while !isUnknown, requests.readableBytes > 0, machine.nextRequest() {
            isUnknown = !answerFirst(of: &requests, nowUs, context)
        }
        switch machine.lanePaused(hasRest: requests.readableBytes > 0, isUnknown: isUnknown) {
        case .nothing: break
        case .hold: holdInFront(requests)
        case .join:
            holdInFront(requests)
            join(context)
            takeHeld(context)
        }
        // If the flush fails, more bytes can arrive during this call. The rest of the present read has been stored in
        // front of them by now.
        context.flush()
        guard machine.turnEnded() else { return }
        context.eventLoop.assumeIsolated().execute {
            self.machine.turnBegan()
            self.resume()
        }
    }

    private func answerFirst(
        of requests: inout ByteBuffer, _ nowUs: Int64, _ context: ChannelHandlerContext
    ) -> Bool {
        requests.readWithUnsafeReadableBytes { bytes in
            guard let plain = PlainRequest(bytes), answer(LaneRequest(plain, in: bytes), nowUs, context) else {
                return (0, false)
            }
            return (plain.length, true)
        }
    }

    private func resume() {
        while let context {
            switch machine.resumed() {
            case .nothing: return
            case .readHeld:
                takeHeld(context)
                // The router handles what it has got when a read completes. The channel reports none here.
                context.fireChannelReadComplete()
            case .endInput: endInput(context)
            case .stop: stop(ChannelShouldQuiesceEvent(), context)
            case .read: context.read()
            }
        }
    }

    private func hold(_ bytes: ByteBuffer) {
        if held == nil { held = bytes } else { held?.writeImmutableBuffer(bytes) }
    }

    private func holdInFront(_ bytes: ByteBuffer) {
        let behind = held
        held = bytes
        if let behind { held?.writeImmutableBuffer(behind) }
    }

    private func takeHeld(_ context: ChannelHandlerContext) {
        guard let bytes = held else { return }
        held = nil
        take(bytes, context)
    }
}

/// Answers from the lane.
extension ConnectionHandler {
    /// - Returns: whether the lane has answered; it isn't flushed.
    private func answer(_ request: LaneRequest, _ nowUs: Int64, _ context: ChannelHandlerContext) -> Bool {
        switch loop.lane?.answer(request, nowUs: nowUs, to: context) ?? .unknown {
        case .unknown: return false
        case .stream(let store):
            openStream(
                of: store, lastEvent: request.lastEvent.map { String(decoding: $0, as: UTF8.self) },
                isLast: request.isLast, nowUs, context)
        case .playerStream(let call): openPlayerStream(call, nowUs, context)
        case .answered:
            if machine.answered(isLast: request.isLast, nowUs: nowUs) { endOutput(context) }
        }
        return true
    }

    private func endOutput(_ context: ChannelHandlerContext) {
        context.flush()
        close(context: context, mode: .output, promise: nil)
    }

    private func openStream(
        of store: String, lastEvent: String?, isLast: Bool, _ nowUs: Int64, _ context: ChannelHandlerContext
    ) {
        machine.streamBegan(of: store, nowUs: nowUs)
        let head = AnswerHead.stream(isLast: isLast, second: nowUs / 1_000_000)
        context.write(wrapOutboundOut(.byteBuffer(head)), promise: nil)
        // Open the stream before sending the newest key, so that no key is missed in between.
        loop.streams.add(self, to: store)
        if let events = loop.lane?.firstEvents(store, lastEvent: lastEvent) { send(Chunk.of(events)) }
    }
}

/// Player's streams.
extension ConnectionHandler {
    private func openPlayerStream(_ call: PlayerStreams.Opening, _ nowUs: Int64, _ context: ChannelHandlerContext) {
        guard let streams = loop.lane?.playerStreams else { return }
        machine.playerStreamAsked(nowUs: nowUs)
        let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
        Task(executorPreference: loop.executor) { [network] in
            let outcome = await streams.outcome(of: call, from: network)
            connection.value.playerFound(outcome, streams, isLast: call.isLast)
        }
    }

    private func playerFound(_ outcome: PlayerStreams.Outcome, _ streams: PlayerStreams, isLast: Bool) {
        // The client may have gone.
        guard let context else { return }
        let nowUs = timeline.nowUs()
        switch outcome {
        case .refused(let problem):
            loop.lane?.refuse(problem, isLast: isLast, nowUs: nowUs, to: context)
            if machine.orderAnswered(isLast: isLast, nowUs: nowUs) { endOutput(context) }
        case .found(let told, let end):
            loop.lane?.countPlayerStream()
            machine.streamBegan(of: nil, nowUs: nowUs)
            let head = AnswerHead.stream(
                isLast: isLast, second: nowUs / 1_000_000, audience: AnswerFields.someOrigins)
            context.write(wrapOutboundOut(.byteBuffer(head)), promise: nil)
            playerStream = streams.open(told, until: end, to: self, on: context.eventLoop, loop.executor)
        }
        context.flush()
        resume()
    }
}

extension ConnectionHandler: StreamReader {
    func send(_ chunk: ByteBuffer) {
        guard let context else { return }
        switch machine.streamSends() {
        case .write: context.writeAndFlush(wrapOutboundOut(.byteBuffer(chunk)), promise: nil)
        case .drop: break
        case .end(let fault): end(for: fault)
        }
    }

    func endStream() {
        guard let context, machine.streamEnded(nowUs: timeline.nowUs()) else { return }
        context.write(wrapOutboundOut(.byteBuffer(Chunk.last)), promise: nil)
        closeAfterAnswers(context)
    }
}

/// The decoder and the router.
extension ConnectionHandler {
    /// Adds the decoder before any byte has arrived.
    func joinAtOnce() {
        guard let context else { return }
        machine.joined()
        join(context)
    }

    private func join(_ context: ChannelHandlerContext) {
        do {
            try router.join(self)
        } catch {
            context.close(promise: nil)
        }
    }

    private func pass(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.fireChannelRead(wrapInboundOut(bytes))
        if let fault = machine.passed(byteCount: bytes.readableBytes) { end(for: fault) }
    }

    /// The decoder has read a request's head.
    ///
    /// - Returns: whether the router has to answer.
    func headDecoded(_ head: HTTPRequestHead) -> Bool {
        guard let context else { return false }
        let nowUs = timeline.nowUs()
        switch machine.headDecoded(nowUs: nowUs, bodyAtMost: SizeLimits.body(of: head)) {
        case .drop: return false
        case .pass: break
        case .offer:
            guard
                machine.headOffered(offer(head, nowUs, context), nowUs: nowUs, bodyAtMost: SizeLimits.body(of: head))
            else { return false }
        }
        if head.waitsToContinue { machine.continueAwaited() }
        return true
    }

    /// Tells a client that waits for it to send the body of its request, if nothing has to be answered before.
    func tellToContinue() {
        guard let context, machine.tellsToContinue() else { return }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(AnswerHead.goOn)), promise: nil)
    }

    private func offer(
        _ head: HTTPRequestHead, _ nowUs: Int64, _ context: ChannelHandlerContext
    ) -> ConnectionStateMachine.Offer {
        if loop.lane != nil, let order = LaneOrder(head) {
            self.order = order
            return .ordered
        }
        guard LaneRequest.with(head, { answer($0, nowUs, context) }) ?? false else { return .declined }
        context.flush()
        return .answered
    }

    /// - Returns: whether the router gets what the decoder has read of a body.
    func bodyDecoded(_ bytes: ByteBuffer) -> Bool {
        let action = machine.bodyDecoded()
        if action == .keep {
            if orderBody.readableBytes == 0 { orderBody = bytes } else { orderBody.writeImmutableBuffer(bytes) }
        }
        return action == .pass
    }

    /// - Returns: whether the router gets the end that the decoder has read.
    func endDecoded() -> Bool {
        let action = machine.endDecoded(nowUs: timeline.nowUs())
        if action == .keep { judge(isWhole: true) }
        return action == .pass
    }

    /// The decoder has met what is no HTTP.
    ///
    /// - Parameter isAnswerBegun: whether the router has begun the answer to the latest request.
    /// - Returns: whether the router has to answer that.
    func decodingFailed(isAnswerBegun: Bool) -> Bool {
        let isPassedOn = machine.decodingFailed(isAnswerBegun: isAnswerBegun)
        if !isPassedOn { closeBehindAnswers() }
        return isPassedOn
    }

    /// Whether the latest request is still arriving.
    var isRequestArriving: Bool { machine.isRequestArriving }

    /// Closes the connection behind what is written.
    func closeBehindAnswers() {
        if let context { closeAfterAnswers(context) }
    }

    /// The router has written an answer's end.
    func routerAnswered() {
        machine.routerAnswered(nowUs: timeline.nowUs())
        tellToContinue()
    }
}

/// Orders.
extension ConnectionHandler {
    /// Whether an order isn't answered yet. What the decoder reads meanwhile has to wait.
    var isJudging: Bool { machine.isJudging }

    /// - Parameter goOn: takes what has waited for the answer to an order.
    func whenAnswered(_ goOn: @escaping () -> Void) {
        self.goOn = goOn
    }

    private func judge(isWhole: Bool) {
        guard let context, let order, let lane = loop.lane else { return }
        let (connection, body) = (NIOLoopBound(self, eventLoop: context.eventLoop), isWhole ? orderBody : nil)
        let arrivedUs = timeline.nowUs()
        Task(executorPreference: loop.executor) { [purchases = lane.purchases, network] in
            let outcome = await purchases.outcome(of: order, body, from: network)
            connection.value.judged(order, outcome, arrivedUs: arrivedUs)
        }
    }

    private func judged(_ order: LaneOrder, _ outcome: LanePurchases.Outcome, arrivedUs: Int64) {
        let nowUs = timeline.nowUs()
        loop.lane?.count(outcome, us: nowUs - arrivedUs)
        (self.order, orderBody) = (nil, ByteBuffer())
        // The client may have gone.
        guard let context else { return }
        loop.lane?.answer(outcome, isLast: order.isLast, nowUs: nowUs, to: context)
        if machine.orderAnswered(isLast: order.isLast, nowUs: nowUs) { endOutput(context) }
        context.flush()
        goOn()
        resume()
    }
}
