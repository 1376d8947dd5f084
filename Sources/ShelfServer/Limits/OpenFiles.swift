import ShelfConfiguration

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How many files and connections this process may have open at once (`RLIMIT_NOFILE`).
enum OpenFiles {
    /// How many files are needed besides connections, for the database, the folders and the listening socket.
    private static let others = 256

    /// Raises the limit, as far as the system allows, so that there can be this number of connections.
    ///
    /// - Returns: how many there can be, `wanted` at most.
    static func makeRoom(forConnections wanted: Int) -> Int {
        max(1, min(wanted, raise(to: wanted + others) - others))
    }

    /// How many there may be now; `nil` when the system doesn't say.
    static var most: Int? {
        var bounds = rlimit()
        return getrlimit(kind, &bounds) == 0 ? Int(clamping: bounds.rlim_cur) : nil
    }

    private static func raise(to wanted: Int) -> Int {
        var bounds = rlimit()
        guard getrlimit(kind, &bounds) == 0 else { return wanted }
        let most = Int(clamping: bounds.rlim_max)
        if Int(clamping: bounds.rlim_cur) < wanted {
            bounds.rlim_cur = rlim_t(min(wanted, most))
            setrlimit(kind, &bounds)
            getrlimit(kind, &bounds)
        }
        return Int(clamping: bounds.rlim_cur)
    }

    #if canImport(Glibc)
        private static let kind = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
        private static let kind = RLIMIT_NOFILE
    #endif
}

extension LimitSettings {
    var connectionsWanted: Int { Int(connections ?? Self.usualConnections) }
}
