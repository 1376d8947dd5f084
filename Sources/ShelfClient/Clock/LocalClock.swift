import Foundation

/// This device's clocks, read in one place only.
///
/// A test, or a game with a clock of its own, gives other closures.
public struct LocalClock: Sendable {
    /// Microseconds since some moment of this process. It never stops, not even while the device sleeps.
    public var nowUs: @Sendable () -> Int64
    /// The wall clock in microseconds. No time is taken from it: it only gives away that the other stood still.
    public var wallUs: @Sendable () -> Int64

    public init(nowUs: @escaping @Sendable () -> Int64, wallUs: @escaping @Sendable () -> Int64) {
        self.nowUs = nowUs
        self.wallUs = wallUs
    }

    /// Swift's `ContinuousClock`.
    public static let live = LocalClock(
        nowUs: { (ContinuousClock.now - origin).us },
        wallUs: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        })

    private static let origin = ContinuousClock.now
}

extension Duration {
    var us: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
