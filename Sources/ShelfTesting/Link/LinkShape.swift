/// How one direction of a link treats what is sent.
package struct LinkShape: Hashable, Sendable {
    package var delayUs: Int64
    /// On top of the delay, anew for each piece: anything from nothing to this.
    package var jitterUs: Int64
    /// What the narrowest place lets through; `nil` lets everything through at once.
    package var bytesPerSecond: Int64?

    package init(delayUs: Int64, jitterUs: Int64 = 0, bytesPerSecond: Int64? = nil) {
        self.delayUs = delayUs
        self.jitterUs = jitterUs
        self.bytesPerSecond = bytesPerSecond
    }
}

/// How a link is cut.
package enum LinkCut: Hashable, Sendable {
    /// Nobody is told: what is sent waits, and arrives once the link is restored, as TCP sends it again.
    case silent
    /// Connections are closed, and new ones as soon as they open.
    case closed
}
