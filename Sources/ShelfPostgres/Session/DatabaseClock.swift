/// The clock of the database's machine, which all servers of a shop share.
enum DatabaseClock {
    /// It shows the moment of the statement, and not of its transaction.
    static let statement = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
}
