/// A connection within a transaction, or between single statements, and the time that is left.
struct PostgresSession {
    let connection: PostgresConnection
    let deadline: Deadline

    /// - Returns: how many rows were inserted, changed or deleted.
    @discardableResult
    func run(_ sql: String, _ arguments: [any PostgresArgument] = []) throws -> Int {
        try connection.run(sql, arguments, deadline: deadline).changes
    }

    /// Runs a statement that changes a row of a table.
    ///
    /// - Throws: ``RowMissing`` when it changed none, so that nothing of the transaction is kept.
    func change(_ table: String, _ sql: String, _ arguments: [any PostgresArgument]) throws {
        guard try run(sql, arguments) > 0 else { throw RowMissing(table: table) }
    }

    func rows(_ sql: String, _ arguments: [any PostgresArgument] = []) throws -> [PostgresRow] {
        try connection.run(sql, arguments, deadline: deadline).rows
    }

    func row(_ sql: String, _ arguments: [any PostgresArgument] = []) throws -> PostgresRow? {
        try rows(sql, arguments).first
    }

    /// Runs a statement whose arguments have names, such as `:from`.
    func rows(_ sql: String, named arguments: [String: any PostgresArgument]) throws -> [PostgresRow] {
        let statement = NamedStatement(sql)
        return try rows(statement.text, statement.names.map { arguments[$0] ?? PostgresValue.null })
    }

    /// The first column of the first row; `nil` when there is no row, or NULL in it.
    func value<Value: PostgresColumn>(_ sql: String, _ arguments: [any PostgresArgument] = []) throws -> Value? {
        try row(sql, arguments)?[0]
    }

    /// Whether a statement returns any row.
    func exists(_ sql: String, _ arguments: [any PostgresArgument] = []) throws -> Bool {
        try row(sql, arguments) != nil
    }

    /// Runs statements of which either all or none have an effect, within the transaction.
    ///
    /// - Parameter body: returns whether they are to have one.
    func savepoint(_ body: () throws -> Bool) throws {
        try run("SAVEPOINT part")
        do {
            try run(try body() ? "RELEASE SAVEPOINT part" : "ROLLBACK TO SAVEPOINT part")
        } catch let error as PostgresError {
            try run("ROLLBACK TO SAVEPOINT part")
            throw error
        }
    }

    func run(_ pipeline: PostgresPipeline) throws -> PostgresPipeline.Results {
        PostgresPipeline.Results(try connection.run(pipeline.statements, deadline: deadline))
    }

    func value<Value>(of query: PostgresQuery<Value>) throws -> Value {
        try query.read(try connection.run(query.sql, query.arguments, deadline: deadline))
    }

    /// Takes a lock that no table has, until the transaction ends.
    func lock(_ lock: AdvisoryLock) throws {
        try run(lock.sql, [lock.key])
    }
}
