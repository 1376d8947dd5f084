/// The server refused a statement.
///
/// It has the server's primary message only: its DETAIL can contain a whole row, and so a card before its release.
struct PostgresError: Error, Hashable, CustomStringConvertible {
    /// The five characters that name the kind of error (PostgreSQL's manual, appendix A).
    let state: String
    let message: String

    /// Two servers wrote the same key at the same time. A transaction that starts anew sees what the other wrote.
    var isUniqueViolation: Bool { state == "23505" }

    var description: String { "PostgreSQL refused a statement: \(message) (\(state))\(advice)" }

    /// A statement that was prepared is there already, or isn't: somebody else was given this session meanwhile.
    private var advice: String {
        guard ["42P05", "26000"].contains(state) else { return "" }
        return """
            . Each connection needs a session of its own: where PgBouncer stands between, use session mode \
            (pool_mode = session)
            """
    }
}
