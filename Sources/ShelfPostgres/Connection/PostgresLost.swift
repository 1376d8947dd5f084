/// The connection failed, or the server didn't answer in time.
struct PostgresLost: Error, Hashable, CustomStringConvertible {
    /// Whether the server may have committed the transaction. If it can't have, nothing was changed.
    let mayBeCommitted: Bool
    let message: String

    var description: String {
        mayBeCommitted
            ? "the connection to PostgreSQL was lost during a commit, so its outcome is unknown: \(message)"
            : "PostgreSQL can't be reached, and nothing was changed: \(message)"
    }
}
