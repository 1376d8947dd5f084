/// The delay, jitter and rate of one direction of a link.
package struct LinkShape: Hashable, Sendable {
    package var delayUs: Int64
    /// The largest random addition to the delay, drawn anew for each piece.
    package var jitterUs: Int64
    /// The rate of the bottleneck; `nil` for no limit.
    package var bytesPerSecond: Int64?

    package init(delayUs: Int64, jitterUs: Int64 = 0, bytesPerSecond: Int64? = nil) {
        self.delayUs = delayUs
        self.jitterUs = jitterUs
        self.bytesPerSecond = bytesPerSecond
    }
}

/// How a link is cut.
package enum LinkCut: Hashable, Sendable {
    /// Connections stay open. What is sent waits and arrives when the link is restored, as TCP would send it again.
    case silent
    /// Connections are closed, and new ones are closed as soon as they open.
    case closed
}
