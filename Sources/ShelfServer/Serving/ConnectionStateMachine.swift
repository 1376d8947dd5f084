/// Decides what happens on a connection, as a value: each event returns what the handler has to do.
///
/// It touches no channel and reads no clock: instants are arguments, in microseconds of a clock that never goes back.
/// The handler reports each event as it happens, and carries out the answer before it reports the next.
package struct ConnectionStateMachine {
    /// Who gets the bytes that arrive.
    private enum Reader {
        /// The lane answers the requests that it recognises.
        case lane
        /// The HTTP decoder reads everything, from the first request on that the lane didn't recognise.
        case router
        /// A stream is the connection's last answer, and nothing more is read.
        case stream
        /// The connection is about to end, and nothing more is read.
        case nobody
    }

    /// How far the lane is with what has arrived.
    private enum Turn {
        case free
        case answering
        /// The turn is over. The connection continues in the event loop's next iteration, so that other connections get
        /// a turn.
        case over
    }

    /// How many requests the lane answers in one turn.
    package static let answersInTurn = 64

    private var timer: ConnectionTimer
    private var reader = Reader.lane
    private var turn = Turn.free
    private var answersLeft = 0
    /// Whether the handler holds bytes that have arrived and that nobody has read.
    private var isHolding = false
    private var isReadWanted = false
    private var hasInputEnded = false
    /// How much has arrived of the head or the body whose end the decoder waits for.
    private var bytesSoFar = 0
    /// How long the body may be, framing included, whose end the decoder waits for.
    private var bodyAtMost = SizeLimits.body
    private var decoded = DecodedRequests()
    /// Whether the lane has an order, or a wish for a player's stream, that isn't answered yet. Everything after it
    /// waits.
    package private(set) var isJudging = false
    private var isStopWanted = false
    /// The store whose key stream has begun, also once it has ended; `nil` for a player's stream.
    package private(set) var streamedStore: String?

    package init(nowUs: Int64) {
        timer = ConnectionTimer(nowUs: nowUs)
    }

    package var phase: ConnectionTimer.Phase { timer.phase }

    /// Why the connection has to end now, if something has lasted too long.
    package func fault(nowUs: Int64) -> ConnectionFault? { timer.fault(nowUs: nowUs) }

    /// The server's output has ended. The client now has ``ConnectionTimeouts/closing`` to close its side, however
    /// slowly it read before.
    package mutating func outputEnded(nowUs: Int64) { begin(.closing, nowUs: nowUs) }

    private mutating func enter(_ phase: ConnectionTimer.Phase, nowUs: Int64) {
        guard phase != timer.phase, timer.phase != .closing else { return }
        begin(phase, nowUs: nowUs)
    }

    @inline(__always)
    private mutating func begin(_ phase: ConnectionTimer.Phase, nowUs: Int64) {
        bytesSoFar = 0
        timer.enter(phase, nowUs: nowUs)
    }
}

/// Incoming bytes, and those that have to wait because the client doesn't read its answers or because other connections
/// have their turn.
extension ConnectionStateMachine {
    package enum BytesAction: Hashable {
        /// Let the lane answer what it recognises, then report ``lanePaused(hasRest:isUnknown:)`` and ``turnEnded()``.
        case recognise
        /// Keep the bytes behind those that are held already.
        case hold
        /// Pass the bytes on to the decoder, then report ``passed(byteCount:)``.
        case pass
        case drop
    }

    @inline(__always)
    package mutating func bytesArrived(nowUs: Int64) -> BytesAction {
        switch reader {
        case .lane:
            guard turn == .free, !isHolding, !isJudging else {
                isHolding = true
                return .hold
            }
            (turn, answersLeft) = (.answering, Self.answersInTurn)
            return .recognise
        case .router:
            guard !isJudging, !isHolding else {
                isHolding = true
                return .hold
            }
            if timer.phase == .idle { begin(.head, nowUs: nowUs) }
            return .pass
        case .stream, .nobody: return .drop
        }
    }

    /// - Returns: why the connection has to end now, if what arrives is too long for any request.
    package mutating func passed(byteCount: Int) -> ConnectionFault? {
        let limit: Int
        switch timer.phase {
        case .head: limit = SizeLimits.head
        case .body: limit = bodyAtMost
        case .idle, .answer, .stream, .closing: return nil
        }
        bytesSoFar += byteCount
        return bytesSoFar > limit ? .hugeRequest : nil
    }

    /// The server reads nothing more from a client that doesn't read its answers.
    ///
    /// - Returns: whether to read now.
    package mutating func readRequested() -> Bool {
        let isFree = timer.isWritable && !isHolding
        if !isFree { isReadWanted = true }
        return isFree
    }

    /// Report ``resumed()`` after it.
    package mutating func writabilityChanged(to isWritable: Bool, nowUs: Int64) {
        timer.setWritable(isWritable, nowUs: nowUs)
        // The connection wasn't idle while the client was still reading answers.
        if isWritable, timer.phase == .idle { begin(.idle, nowUs: nowUs) }
    }

    package enum ResumeAction: Hashable {
        case nothing
        /// Treat the bytes that are held as bytes that arrive now.
        case readHeld
        /// Treat the input as ending now.
        case endInput
        /// Stop the connection now, as the server asked for.
        case stop
        /// Read from the channel.
        case read
    }

    /// Returns what can continue now after waiting. Call it again until it returns `nothing`.
    package mutating func resumed() -> ResumeAction {
        guard timer.isWritable, turn == .free, !isJudging else { return .nothing }
        // An order that is arriving comes first, too.
        if isStopWanted, !decoded.isOrderArriving {
            isStopWanted = false
            return .stop
        }
        if isHolding {
            isHolding = false
            return .readHeld
        }
        if hasInputEnded {
            hasInputEnded = false
            return .endInput
        }
        if isReadWanted {
            isReadWanted = false
            return .read
        }
        return .nothing
    }

    package enum InputEndAction: Hashable {
        case nothing
        /// Tell the decoder and the router.
        case passOn
        /// Close the connection once all answers are sent.
        case close
        /// Have the order judged although the rest of its body will never come, and report
        /// ``orderAnswered(isLast:nowUs:)``.
        case judge
    }

    package mutating func inputEnded() -> InputEndAction {
        if decoded.isOrderArriving {
            decoded.end()
            (isJudging, hasInputEnded, reader) = (true, true, .nobody)
            return .judge
        }
        guard turn == .free, !isHolding, !isJudging else {
            hasInputEnded = true
            return .nothing
        }
        switch reader {
        case .router: return .passOn
        // A client that receives a key stream sends no further requests.
        case .stream: return .nothing
        case .lane, .nobody:
            reader = .nobody
            return .close
        }
    }

    package enum StopAction: Hashable {
        /// An order is answered first.
        case nothing
        /// Tell the decoder and the router.
        case passOn
        /// End the stream as ``streamEnded(nowUs:)`` says.
        case endStream
        /// Close the connection once all answers are sent.
        case close
    }

    /// The server is stopping. What waits for the client has ``ConnectionTimeouts/stopping`` from now on.
    package mutating func stopRequested(nowUs: Int64) -> StopAction {
        timer.stop(nowUs: nowUs)
        if isJudging || decoded.isOrderArriving {
            isStopWanted = true
            return .nothing
        }
        switch reader {
        case .router: return .passOn
        case .stream: return .endStream
        case .lane, .nobody:
            reader = .nobody
            return .close
        }
    }
}

/// The lane's answers, key streams among them.
extension ConnectionStateMachine {
    /// - Returns: whether the lane may answer one more request in this turn.
    @inline(__always)
    package mutating func nextRequest() -> Bool {
        guard reader == .lane, timer.isWritable, answersLeft > 0, !isJudging else { return false }
        answersLeft -= 1
        return true
    }

    /// An answer has been written but not flushed.
    ///
    /// - Parameter isLast: whether the client wants no other on this connection.
    /// - Returns: whether to end the output after this answer. The client then closes the connection, because closing
    ///   it from here could cut off the answer (RFC 9112, section 9.6).
    @inline(__always)
    package mutating func answered(isLast: Bool, nowUs: Int64) -> Bool {
        begin(.idle, nowUs: nowUs)
        if isLast { reader = .nobody }
        return isLast
    }

    package enum RestAction: Hashable {
        case nothing
        /// Keep the bytes that are left, in front of those that are held.
        case hold
        /// Bring in the router, and treat the bytes that are left, and behind them those that are held, as arriving
        /// now.
        case join
    }

    /// The lane answers no more of what has arrived.
    ///
    /// - Parameters:
    ///   - hasRest: whether bytes are left.
    ///   - isUnknown: whether they begin with a request that isn't the lane's to answer.
    @inline(__always)
    package mutating func lanePaused(hasRest: Bool, isUnknown: Bool) -> RestAction {
        guard reader == .lane, hasRest else { return .nothing }
        isHolding = !isUnknown
        if isUnknown { reader = .router }
        return isUnknown ? .join : .hold
    }

    /// All that the lane has answered is flushed. More may have arrived meanwhile.
    ///
    /// - Returns: whether to report ``turnBegan()`` in the event loop's next round.
    @inline(__always)
    package mutating func turnEnded() -> Bool {
        let goesOn = timer.isWritable && (isHolding || hasInputEnded || isReadWanted)
        turn = goesOn ? .over : .free
        return goesOn
    }

    /// Report ``resumed()`` after it.
    package mutating func turnBegan() { turn = .free }

    /// The lane looks for the player who wants a stream. Report ``streamBegan(of:nowUs:)`` or
    /// ``orderAnswered(isLast:nowUs:)``, and then ``resumed()``.
    package mutating func playerStreamAsked(nowUs: Int64) {
        isJudging = true
        begin(.answer, nowUs: nowUs)
    }

    /// The connection's last answer is a stream.
    ///
    /// - Parameter store: whose keys it brings; `nil` for a player's stream.
    package mutating func streamBegan(of store: String?, nowUs: Int64) {
        (reader, streamedStore, isJudging) = (.stream, store, false)
        begin(.stream, nowUs: nowUs)
    }

    package enum SendAction: Hashable {
        case write
        case drop
        case end(ConnectionFault)
    }

    /// Keys are about to be sent. If the client hasn't read the previous ones yet, its stream ends instead: a new
    /// stream begins with the newest key, from which all earlier ones follow.
    package func streamSends() -> SendAction {
        guard reader == .stream else { return .drop }
        return timer.isWritable ? .write : .end(.slowReader)
    }

    /// - Returns: whether to write the stream's end, and to close the connection once it is sent.
    package mutating func streamEnded(nowUs: Int64) -> Bool {
        guard reader == .stream else { return false }
        reader = .nobody
        begin(.idle, nowUs: nowUs)
        return true
    }

}

/// Requests that the decoder has read.
extension ConnectionStateMachine {
    /// The router was added before any request arrived.
    package mutating func joined() { reader = .router }

    /// What arrives is no HTTP.
    ///
    /// - Parameter isAnswerBegun: whether the router has begun the answer to the latest request.
    /// - Returns: whether the router answers that. A request whose answer has begun gets no second one; the connection
    ///   is closed after what is written.
    package mutating func decodingFailed(isAnswerBegun: Bool) -> Bool {
        guard reader == .router, !decoded.isAnsweredEarly, !(decoded.isArriving && isAnswerBegun) else {
            reader = .nobody
            return false
        }
        return true
    }

    /// Whether the latest request is still arriving.
    package var isRequestArriving: Bool { decoded.isArriving }

    package enum HeadAction: Hashable {
        /// Ignore the request, because a stream or the last answer has already been sent.
        case drop
        /// Ask the lane for the answer, then report ``headOffered(_:nowUs:bodyAtMost:)``.
        case offer
        /// Pass the head on to the router.
        case pass
    }

    /// - Parameter bodyAtMost: how long the request's body may be, framing included.
    package mutating func headDecoded(nowUs: Int64, bodyAtMost: @autoclosure () -> Int = SizeLimits.body) -> HeadAction
    {
        decoded.begin()
        guard reader == .router else {
            decoded.withhold()
            return .drop
        }
        // When the client doesn't read its answers, the router handles the request, because it can wait.
        if decoded.isLaneNext, timer.isWritable { return .offer }
        headPassed(nowUs: nowUs, bodyAtMost: bodyAtMost())
        return .pass
    }

    /// What the lane did with a head.
    package enum Offer: Hashable {
        case answered
        /// It is an order, which the lane answers once its body is there and it is judged.
        case ordered
        /// The router has to answer.
        case declined
    }

    /// - Parameter bodyAtMost: how long the request's body may be, framing included.
    /// - Returns: whether to pass the head on to the router.
    package mutating func headOffered(
        _ offer: Offer, nowUs: Int64, bodyAtMost: @autoclosure () -> Int = SizeLimits.body
    ) -> Bool {
        switch offer {
        case .answered: decoded.withhold()
        case .ordered:
            decoded.keep()
            self.bodyAtMost = SizeLimits.body
            enter(decoded.phase, nowUs: nowUs)
        case .declined: headPassed(nowUs: nowUs, bodyAtMost: bodyAtMost())
        }
        return offer == .declined
    }

    /// The client sends the body of the request, which the router has, only when it is told to.
    package mutating func continueAwaited() { decoded.awaitContinue() }

    /// - Returns: whether to tell the client now to send the body: nothing else has to be answered first. It is so only
    ///   once for a request.
    package mutating func tellsToContinue() -> Bool { decoded.tellsToContinue() }

    private mutating func headPassed(nowUs: Int64, bodyAtMost: Int) {
        self.bodyAtMost = bodyAtMost
        decoded.passOn()
        enter(decoded.phase, nowUs: nowUs)
    }

    /// What to do with what the decoder has read after a head.
    package enum PartAction: Hashable {
        /// Pass it on to the router.
        case pass
        /// It belongs to the lane's order.
        case keep
        case drop
    }

    package func bodyDecoded() -> PartAction { decoded.action }

    /// After `keep`, have the order judged, and report ``orderAnswered(isLast:nowUs:)``. Hold back all that the decoder
    /// reads until then.
    package mutating func endDecoded(nowUs: Int64) -> PartAction {
        decoded.end()
        switch decoded.action {
        case .pass: enter(decoded.phase, nowUs: nowUs)
        case .keep:
            isJudging = true
            enter(.answer, nowUs: nowUs)
        case .drop: break
        }
        return decoded.action
    }

    /// The answer to an order, or why there is no player's stream, has been written. Pass on what was held back, then
    /// report ``resumed()``.
    ///
    /// - Parameter isLast: whether the client wants no other on this connection.
    /// - Returns: as ``answered(isLast:nowUs:)``.
    package mutating func orderAnswered(isLast: Bool, nowUs: Int64) -> Bool {
        isJudging = false
        return answered(isLast: isLast, nowUs: nowUs)
    }

    /// The router has written an answer's end.
    package mutating func routerAnswered(nowUs: Int64) {
        decoded.answered()
        enter(decoded.phase, nowUs: nowUs)
    }
}
