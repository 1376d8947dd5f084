import Foundation

/// This device's clocks. Nothing else in the client reads a clock.
///
/// Give other closures in a test, or in a game that has its own clock.
public struct LocalClock: Sendable {
    /// Microseconds since some moment of this boot. It must go on while the device sleeps.
    public var nowUs: @Sendable () -> Int64
    /// The wall clock in microseconds. It only shows whether ``nowUs`` stood still; no time is taken from it.
    public var wallUs: @Sendable () -> Int64
    /// The resolution of ``nowUs``, in microseconds.
    public var granularityUs: Int64
    /// Identifies this boot of the device. When it is `nil`, the time is not kept for the next start of the app.
    public var bootSession: String?
    /// Returns once ``nowUs`` shows this number of microseconds, or throws `CancellationError`. By default the system's
    /// continuous clock is waited for; a clock that runs at a speed of its own needs another way to wait.
    public var sleep: (@Sendable (_ untilUs: Int64) async throws -> Void)?

    /// Clocks from closures; see the properties for what each must give.
    public init(
        nowUs: @escaping @Sendable () -> Int64, wallUs: @escaping @Sendable () -> Int64, granularityUs: Int64 = 1,
        bootSession: String? = nil, sleep: (@Sendable (_ untilUs: Int64) async throws -> Void)? = nil
    ) {
        self.nowUs = nowUs
        self.wallUs = wallUs
        self.granularityUs = granularityUs
        self.bootSession = bootSession
        self.sleep = sleep
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

    /// Returns once ``nowUs`` shows this number of microseconds.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    @Sendable package func sleep(untilUs: Int64) async throws {
        if let sleep { return try await sleep(untilUs) }
        let wait = Duration.microseconds(max(0, untilUs - nowUs()))
        try await Task.sleep(for: wait, clock: .continuous)
    }

    /// `ContinuousClock`'s time since its epoch. Darwin's version doesn't tell its epoch, so there the kernel is asked.
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
