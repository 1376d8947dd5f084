package import ShelfVault

/// Runs SQL on one connection, in a transaction or outside of one.
///
/// A statement's arguments are `$1`, `$2` and so on. An insertion into a table with a generated column names its
/// columns, and reads the generated value with `RETURNING`. The static members cover the syntax in which the databases
/// differ.
package protocol SQLSession {
    associatedtype Row: SQLRow

    /// How the columns are stored that hold secrets.
    var seals: ColumnSeals { get }

    /// - Returns: how many rows the statement inserted, changed or deleted.
    @discardableResult
    func run(_ sql: String, _ arguments: [any SQLArgument]) throws -> Int

    func rows(_ sql: String, _ arguments: [any SQLArgument]) throws -> [Row]

    /// Runs statements of which either all or none have an effect, within the transaction.
    ///
    /// - Parameter body: returns whether they are to have one.
    func savepoint(_ body: () throws -> Bool) throws

    /// Takes a lock until the transaction ends.
    func lock(_ lock: SQLLock) throws

    /// The sum of numbers that aren't negative, or the greatest `Int64` if it is greater than that.
    static func sum(_ amount: String) -> String

    /// What follows a table's name so that its rows are found by an index that the database might not choose by itself.
    static func by(index: String) -> String

    /// An SQL condition for the newest purchases of a group: those among them that the statement would select by their
    /// numbers, the newest first.
    ///
    /// - Parameters:
    ///   - before: the argument with the number that theirs are below.
    ///   - limit: the argument with how many there may be.
    static func newest(_ group: PurchaseGroup, before: String, limit: String) -> String

    /// Finds a player's journal entries, the newest first.
    ///
    /// - Parameter before: their numbers are below this one.
    func entries(of player: Int64, before: Int64, limit: Int) throws -> [Row]

    /// A query for how many bytes the database takes, as one number.
    static var bytesOfDatabase: String { get }

    /// What follows a query so that it passes over the rows that another transaction has locked.
    static var skippingLocked: String { get }

    /// Whether a statement failed because another row has the same key.
    static func isUniqueViolation(_ error: any Error) -> Bool
}

extension SQLSession {
    @discardableResult
    package func run(_ sql: String) throws -> Int { try run(sql, []) }

    package func rows(_ sql: String) throws -> [Row] { try rows(sql, []) }

    /// These run a statement whose arguments have names, such as `:from`.
    @discardableResult
    package func run(_ sql: String, named arguments: [String: any SQLArgument]) throws -> Int {
        let statement = NamedStatement(sql)
        return try run(statement.text, statement.names.map { arguments[$0] ?? SQLValue.null })
    }

    package func rows(_ sql: String, named arguments: [String: any SQLArgument]) throws -> [Row] {
        let statement = NamedStatement(sql)
        return try rows(statement.text, statement.names.map { arguments[$0] ?? SQLValue.null })
    }

    /// - Returns: the first row.
    package func row(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> Row? {
        try rows(sql, arguments).first
    }

    /// - Returns: the first column of the first row; `nil` when there is no row, or NULL in it.
    package func value<Value: SQLColumn>(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> Value? {
        try row(sql, arguments)?[0]
    }

    /// - Returns: whether the statement returns any row.
    package func exists(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> Bool {
        try row(sql, arguments) != nil
    }

    /// Runs a statement that has to change a row of a table.
    ///
    /// - Throws: ``RowMissing`` when it changed none, so that nothing of the transaction is kept.
    package func change(_ table: String, _ sql: String, _ arguments: [any SQLArgument]) throws {
        guard try run(sql, arguments) > 0 else { throw RowMissing(table: table) }
    }
}
