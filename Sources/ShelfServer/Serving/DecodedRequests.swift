/// The progress of decoded requests: whether one is arriving, and how many the router still has to answer.
struct DecodedRequests {
    /// Whether the latest request is still arriving.
    private(set) var isArriving = false
    /// What to do with the parts of the latest request.
    private(set) var action = ConnectionStateMachine.PartAction.pass
    /// How many requests the router has and hasn't answered.
    private var unanswered = 0
    /// Whether the client waits before it sends the body of the latest request.
    private var isContinueAwaited = false

    /// Whether the lane may answer the next request: answers keep the order of their requests.
    var isLaneNext: Bool { unanswered == 0 }

    /// Whether a request is arriving that has its whole answer already.
    var isAnsweredEarly: Bool { isArriving && (action == .drop || action == .pass && unanswered == 0) }

    /// Whether an order for the lane is arriving.
    var isOrderArriving: Bool { isArriving && action == .keep }

    /// The connection's current phase.
    var phase: ConnectionTimer.Phase { isArriving ? .body : unanswered > 0 ? .answer : .idle }

    mutating func begin() {
        isArriving = true
        action = .pass
    }

    /// The request that is arriving doesn't go on to the router.
    mutating func withhold() { action = .drop }

    /// The request that is arriving is an order for the lane.
    mutating func keep() { action = .keep }

    /// The request that is arriving goes on to the router.
    mutating func passOn() { unanswered += 1 }

    mutating func end() { (isArriving, isContinueAwaited) = (false, false) }

    /// The client sends the body only when it is told to.
    mutating func awaitContinue() { isContinueAwaited = true }

    /// - Returns: whether to tell it now, since the router has no other request.
    mutating func tellsToContinue() -> Bool {
        guard isContinueAwaited, unanswered == 1 else { return false }
        isContinueAwaited = false
        return true
    }

    /// Counts an answer of the router. The number can't become negative: bytes that the decoder can't read get an
    /// answer too, without having been a request.
    mutating func answered() { unanswered = max(0, unanswered - 1) }
}
