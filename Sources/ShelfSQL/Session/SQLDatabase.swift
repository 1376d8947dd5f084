package import ShelfModel
package import ShelfVault

/// A database that runs SQL. Extensions of this protocol hold the statements that SQLite and PostgreSQL share, by
/// subject, so that a database only adds what is its own.
package protocol SQLDatabase: Sendable {
    associatedtype Session: SQLSession

    /// How the columns are stored that hold secrets.
    var seals: ColumnSeals { get }

    /// Runs statements without one snapshot: each may see newer commits than the one before.
    ///
    /// - Parameter call: the name of the calling function, for the `FaultHook`.
    func read<Value: Sendable>(
        _ call: StaticString, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value

    /// Runs statements that all see the database at one moment.
    func readSnapshot<Value: Sendable>(
        _ call: StaticString, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value

    /// Runs a transaction, which is durable when this returns.
    ///
    /// - Throws: `DatabaseBusy` when another held the lock for too long, `DatabaseLost`.
    func write<Value: Sendable>(
        _ call: StaticString, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value

    /// Chooses the number of a new row, a `TimeOrderedNumber` that no row has.
    func newNumber(in table: NumberedTable, at instant: Instant, _ session: Session) throws -> Int64
}

/// The tables whose rows have a number that says when they were made.
package enum NumberedTable: String, Hashable, Sendable {
    case player
    case tokenFamily = "token_family"
}

extension SQLDatabase {
    func read<Value: Sendable>(
        call: StaticString = #function, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await read(call, body)
    }

    func readSnapshot<Value: Sendable>(
        call: StaticString = #function, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await readSnapshot(call, body)
    }

    func write<Value: Sendable>(
        call: StaticString = #function, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await write(call, body)
    }
}
