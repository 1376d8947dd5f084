import CKernel
package import ShelfModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Timeline {
    /// A timeline that runs on the machine's boot clock and takes the time from the wall clock only once, now. Later
    /// steps of the wall clock don't affect it.
    ///
    /// - Parameters:
    ///   - uncertainty: how far the wall clock can be off; `nil` asks the kernel.
    ///   - fallback: the uncertainty to use when the kernel doesn't know one.
    package static func system(uncertainty: TimeSpan?, fallback: TimeSpan) -> Timeline {
        let origin = read(CLOCK_REALTIME) - read(bootClock)
        let now: @Sendable () -> Int64 = { read(bootClock) + origin }
        let wander: @Sendable () -> Int64 = { read(CLOCK_REALTIME) - now() }
        let kernel = KernelUncertainty()
        return Timeline(
            id: String(UInt64.random(in: .min ... .max), radix: 36),
            nowUs: now,
            uncertaintyUs: {
                if let uncertainty { return uncertainty.milliseconds * 1000 }
                // The kernel's bound is for its wall clock, which may have been corrected since this timeline began.
                return kernel.us(nowUs: now()).map { $0 + abs(wander()) } ?? fallback.milliseconds * 1000
            },
            wanderUs: wander,
            sleep: { untilUs in
                let wait = untilUs - now()
                if wait > 0 { try await Task.sleep(for: .microseconds(wait)) }
            })
    }

    #if canImport(Darwin)
        /// This clock continues while the machine sleeps.
        private static let bootClock = CLOCK_MONOTONIC_RAW
    #else
        /// This clock continues while the machine sleeps.
        private static let bootClock = CLOCK_BOOTTIME
    #endif

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
