import Foundation

/// This device's clocks, read in one place only.
///
/// A test, or a game with a clock of its own, gives other closures.
public struct LocalClock: Sendable {
    /// Microseconds since some moment of this boot. It never stops, not even while the device sleeps.
    public var nowUs: @Sendable () -> Int64
    /// The wall clock in microseconds. No time is taken from it: it only gives away that the other stood still.
    public var wallUs: @Sendable () -> Int64
    /// How coarse ``nowUs`` is, in microseconds.
    public var granularityUs: Int64
    /// Names this boot of the device; `nil` when it can't be told, and then nothing is kept of the time.
    public var bootSession: String?

    public init(
        nowUs: @escaping @Sendable () -> Int64, wallUs: @escaping @Sendable () -> Int64, granularityUs: Int64 = 1,
        bootSession: String? = nil
    ) {
        self.nowUs = nowUs
        self.wallUs = wallUs
        self.granularityUs = granularityUs
        self.bootSession = bootSession
    }

    /// The system's continuous clock, counted from the start of the device.
    public static let live = LocalClock(
        nowUs: continuousUs,
        wallUs: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        },
        bootSession: BootSession.current)

    /// What `ContinuousClock` reads, from its epoch, which it tells only on some systems.
    @Sendable private static func continuousUs() -> Int64 {
        #if canImport(Darwin)
            Int64(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW) / 1000)
        #else
            (ContinuousClock.now - ContinuousClock().systemEpoch).us
        #endif
    }
}

extension Duration {
    var us: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
