package import ShelfModel

/// Whether a client reads a long answer fast enough: at least 16 kB a second over each twenty seconds in which the server
/// has waited for it.
package struct ReadingPace {
    /// In bytes a second.
    package static let least = 16_000
    package static let span = TimeSpan.seconds(20)

    private var bytes = 0
    private var waitedUs: Int64 = 0

    package init() {}

    /// The client has taken a part of the answer.
    ///
    /// - Parameter waitedUs: how long the server has waited until the part could be written.
    /// - Returns: whether the client was fast enough so far.
    package mutating func took(_ count: Int, afterUs waitedUs: Int64) -> Bool {
        bytes += count
        self.waitedUs += waitedUs
        guard self.waitedUs >= Self.span.milliseconds * 1000 else { return true }
        let isFastEnough = Int64(bytes) * 1_000_000 >= Int64(Self.least) * self.waitedUs
        (bytes, self.waitedUs) = (0, 0)
        return isFastEnough
    }
}
