import ShelfModel

/// The phase that a connection is in, and since when.
///
/// Instants are microseconds of a clock that never goes back.
package struct ConnectionTimer {
    package enum Phase: Sendable {
        /// Between two requests.
        case idle
        /// A request's head has begun to arrive.
        case head
        /// A request's body is arriving.
        case body
        /// The router has a request that it hasn't answered yet.
        case answer
        /// A key stream is being sent.
        case stream
        /// The server has sent everything and waits for the client to close the connection.
        case closing

        /// How long a connection may stay in this phase; `nil` when the duration doesn't depend on the client.
        fileprivate var limit: TimeSpan? {
            switch self {
            case .idle: ConnectionTimeouts.idle
            case .head: ConnectionTimeouts.head
            case .body: ConnectionTimeouts.body
            case .closing: ConnectionTimeouts.closing
            case .answer, .stream: nil
            }
        }
    }

    package private(set) var phase = Phase.idle
    private var sinceUs: Int64
    private var blockedSinceUs: Int64?
    private var stoppingSinceUs: Int64?

    package init(nowUs: Int64) {
        sinceUs = nowUs
    }

    /// Whether the client takes what is sent.
    package var isWritable: Bool { blockedSinceUs == nil }

    /// Begins a phase, or begins the same phase again. Bytes that arrive during a phase don't extend it.
    @inline(__always)
    package mutating func enter(_ phase: Phase, nowUs: Int64) {
        (self.phase, sinceUs) = (phase, nowUs)
    }

    package mutating func setWritable(_ isWritable: Bool, nowUs: Int64) {
        blockedSinceUs = isWritable ? nil : blockedSinceUs ?? nowUs
    }

    /// The server is told to stop: from now on, no client has longer than ``ConnectionTimeouts/stopping``.
    package mutating func stop(nowUs: Int64) { stoppingSinceUs = stoppingSinceUs ?? nowUs }

    /// Why the connection has to end now, if something has lasted too long.
    package func fault(nowUs: Int64) -> ConnectionFault? {
        if let blockedSinceUs, isOver(ConnectionTimeouts.blocked, sinceUs: blockedSinceUs, nowUs: nowUs) {
            return .slowReader
        }
        guard let limit = phase.limit, isOver(limit, sinceUs: sinceUs, nowUs: nowUs) else { return nil }
        return phase == .head || phase == .body ? .slowRequest : .idle
    }

    private func isOver(_ limit: TimeSpan, sinceUs: Int64, nowUs: Int64) -> Bool {
        if nowUs - sinceUs > limit.milliseconds * 1000 { return true }
        guard let stoppingSinceUs else { return false }
        return nowUs - max(sinceUs, stoppingSinceUs) > ConnectionTimeouts.stopping.milliseconds * 1000
    }
}
