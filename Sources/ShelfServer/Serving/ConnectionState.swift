import ShelfModel

/// What a connection is in the middle of, and since when.
package struct ConnectionState {
    package enum Phase: Sendable {
        case idle, head, body, answer, stream, closing

        /// For how long it may be; `nil` when that is not the other side's doing.
        fileprivate var patience: TimeSpan? {
            switch self {
            case .idle: Patience.idle
            case .head: Patience.head
            case .body: Patience.body
            case .closing: Patience.closing
            case .answer, .stream: nil
            }
        }
    }

    package private(set) var phase = Phase.idle
    private var sinceUs: Int64
    private var blockedSinceUs: Int64?

    package init(nowUs: Int64) {
        sinceUs = nowUs
    }

    /// Bytes that arrive don't make a slow request faster: only another phase begins anew.
    package mutating func enter(_ phase: Phase, nowUs: Int64) {
        (self.phase, sinceUs) = (phase, nowUs)
    }

    package mutating func setBlocked(_ isBlocked: Bool, nowUs: Int64) {
        blockedSinceUs = isBlocked ? blockedSinceUs ?? nowUs : nil
    }

    /// What is wrong with it, if it has lasted too long.
    package func fault(nowUs: Int64) -> ConnectionFault? {
        if let blockedSinceUs, nowUs - blockedSinceUs > Patience.blocked.milliseconds * 1000 { return .slowReader }
        guard let patience = phase.patience, nowUs - sinceUs > patience.milliseconds * 1000 else { return nil }
        return phase == .head || phase == .body ? .slowRequest : .idle
    }
}
