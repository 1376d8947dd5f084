import CKernel
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The kernel's bound on its clock's error, while something keeps that clock synchronised.
///
/// Every answer of the fast lane needs this bound, and reading it costs a system call, so it is read at most ten times
/// a second.
final class KernelUncertainty: Sendable {
    private struct Asked {
        let us: Int64?
        let untilUs: Int64
    }

    private let asked = Mutex<Asked?>(nil)

    private static let goodForUs: Int64 = 100_000
    /// How much the bound can grow between two reads, at the 500 ppm that the kernel assumes.
    private static let growthUs: Int64 = 50

    /// - Returns: the bound; `nil` while the kernel's clock isn't synchronised.
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
