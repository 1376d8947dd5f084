import Foundation

/// The machine's wall clock, which in a run over real sockets is the truth that no client under test may read.
///
/// It is the same in every time namespace.
enum TrueTime {
    static func nowUs() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
