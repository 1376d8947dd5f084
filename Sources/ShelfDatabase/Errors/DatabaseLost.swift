/// The connection to the database was lost, the database didn't answer in time, or its disk didn't take a commit.
package struct DatabaseLost: Error, Hashable, CustomStringConvertible {
    /// Whether the transaction may have been committed. If it can't have been, nothing was changed.
    package let mayBeCommitted: Bool
    /// What failed, in the words of the system or of the database.
    package let message: String

    package init(mayBeCommitted: Bool, message: String) {
        self.mayBeCommitted = mayBeCommitted
        self.message = message
    }

    package var description: String {
        mayBeCommitted
            ? "the database was lost during a commit, so its outcome is unknown: \(message)"
            : "the database can't be reached, and nothing was changed: \(message)"
    }
}
