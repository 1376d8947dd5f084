/// Why the plan before could not be measured, and what to do about it.
enum PlanBeforeError: Error, CustomStringConvertible {
    case noCluster
    case elsewhere
    case uncounted(String)
    case refused(String)
    case unreadable(path: String)
    case silent(server: String)
    case notLoaded(Int, of: Int)
    case noWindow
    case noChanges
    case wrongKey(event: String)

    var description: String {
        switch self {
        case .noCluster:
            "There is no PostgreSQL. Start this as: scripts/with-postgres .build/release/shelflife-bench plan-before"
        case .elsewhere:
            """
            The PostgreSQL of SHELFLIFE_TEST_POSTGRES is not on this machine, so its processor time can't be read. \
            Let scripts/with-postgres start one.
            """
        case .uncounted(let reason):
            """
            PostgreSQL doesn't count statements (\(reason)). Let scripts/with-postgres start it, or set \
            shared_preload_libraries = 'pg_stat_statements' and start it again.
            """
        case .refused(let reason): "PostgreSQL: \(reason)"
        case .unreadable(let path): "\(path) can't be read. This needs Linux, and a process that still runs."
        case .silent(let server): "The process \(server) did not begin to serve within a minute; see above for why."
        case .notLoaded(let loaded, let players):
            """
            Only \(loaded) of \(players) players had the shelf in time. Try fewer, or raise this machine's limit of \
            open files (ulimit -n).
            """
        case .noWindow: "The window that Shelflife's server gave to the players doesn't stand its checks."
        case .noChanges: "Nothing on the shelf changes in the measured time. Try again, or more --seconds."
        case .wrongKey(let event): "The key \(event) doesn't open what it should open."
        }
    }
}
