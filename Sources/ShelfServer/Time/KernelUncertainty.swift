import CKernelClock
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The kernel's bound on its clock's error, while something keeps that clock synchronised.
///
/// To ask costs a system call, and every answer of the fast lane needs the bound: so it is asked for ten times a second.
final class KernelUncertainty: Sendable {
    private struct Asked {
        let us: Int64?
        let untilUs: Int64
    }

    private let asked = Mutex<Asked?>(nil)

    private static let goodForUs: Int64 = 100_000
    /// What the bound grows by in that time, at the 500 parts in a million that the kernel reckons with.
    private static let growthUs: Int64 = 50

    /// - Returns: `nil` while the kernel doesn't know.
    func us(nowUs: Int64) -> Int64? {
        asked.withLock { last in
            if let last, nowUs < last.untilUs { return last.us }
            let us = Self.ask().map { $0 + Self.growthUs }
            last = Asked(us: us, untilUs: nowUs + Self.goodForUs)
            return us
        }
    }

    private static func ask() -> Int64? {
        #if os(Linux)
            var state = timex()
            guard adjtimex(&state) >= 0, state.status & STA_UNSYNC == 0 else { return nil }
            return Int64(state.maxerror)
        #else
            return nil
        #endif
    }
}
