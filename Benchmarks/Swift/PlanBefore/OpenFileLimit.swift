import Foundation

/// How many files and connections this process may have open at once (`RLIMIT_NOFILE`).
enum OpenFileLimit {
    private static let wanted: rlim_t = 20_000
    private static let kind = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))

    /// Raises it as far as it is wanted and the system allows.
    static func raise() {
        var bounds = rlimit()
        guard getrlimit(kind, &bounds) == 0, bounds.rlim_cur < wanted else { return }
        bounds.rlim_cur = min(bounds.rlim_max, wanted)
        setrlimit(kind, &bounds)
    }
}
