package import ShelfDatabase
package import ShelfModel
import ShelfSQL
package import ShelfVault

/// A PostgreSQL database, which several servers may share.
///
/// Every commit is durable when it returns, as the server's `synchronous_commit` says.
package struct PostgresDatabase: SQLDatabase, ShelfDatabase {
    private let pool: PostgresPool
    let numbers: OrderNumbers
    let ages: OrderAges
    private let faults: FaultHook?
    package let seals: ColumnSeals
    package let errors = DatabaseErrors()

    /// - Parameters:
    ///   - parameters: libpq's, by their keywords.
    ///   - oldest: how old an order may be when it is judged, by the database's clock; `nil` for any age, which suits
    ///     orders of an imagined time.
    ///   - seals: how the columns are stored that hold secrets.
    ///   - faults: what a test lets fail.
    /// - Throws: `DatabaseLost` when no server can be reached; ``UnknownParameter``; ``PostgresSchemaError`` when the
    ///   tables are those of a later version that doesn't leave room for this one; `ShopMoved` and `ShopArriving`.
    package init(
        _ parameters: [String: String], judgingUpTo oldest: TimeSpan? = nil, seals: ColumnSeals = .none,
        faults: FaultHook? = nil
    ) async throws {
        self.faults = faults
        self.seals = seals
        let pool = PostgresPool(parameters, seals)
        self.pool = pool
        ages = OrderAges(oldest: oldest)
        numbers = try await pool.use(reading: false) { lane in
            try lane.transaction("BEGIN", Deadline(in: Self.migrationLimit)) { session in
                if let destination = try MovedMark.destination(in: session) { throw ShopMoved(to: destination) }
                guard try !MovedMark.isArriving(in: session) else { throw ShopArriving() }
                try PostgresSchema().migrate(in: session)
                return OrderNumbers(node: try session.value("SELECT nextval('node')") ?? 0)
            }
        }
    }

    /// How long a write may take in all, which is no longer than a player waits after a tap.
    private static let writeLimit = TimeSpan.seconds(5)
    /// How long a read may take. A report over a year takes seconds.
    private static let readLimit = TimeSpan.seconds(30)
    private static let migrationLimit = TimeSpan.minutes(10)
    /// How often a transaction begins anew because another server wrote the same key at the same time.
    private static let attempts = 5

    /// Runs single statements.
    func read<Value: Sendable>(
        _ call: StaticString, _ body: @escaping @Sendable (PostgresSession) throws -> Value
    ) async throws -> Value {
        try await counting {
            try faults?(call, .reading)
            return try await retryingOnce(Deadline(in: Self.readLimit)) { deadline in
                try await pool.use(reading: true) { try $0.statements(deadline, body) }
            }
        }
    }

    /// Runs statements that all see the database at one moment.
    func readSnapshot<Value: Sendable>(
        _ call: StaticString, _ body: @escaping @Sendable (PostgresSession) throws -> Value
    ) async throws -> Value {
        try await counting {
            try faults?(call, .reading)
            return try await retryingOnce(Deadline(in: Self.readLimit)) { deadline in
                try await pool.use(reading: true) {
                    try $0.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", deadline, body)
                }
            }
        }
    }

    /// Runs a transaction, which is durable when this returns. Each of its statements sees what others have committed
    /// before it (READ COMMITTED), so it locks what it is going to judge by before it reads it.
    ///
    /// - Parameters:
    ///   - isRepeatable: whether the transaction has an effect only once, however often it is run, so that it is run
    ///     again when nobody knows whether it was committed.
    /// - Throws: ``DatabaseBusy`` when another transaction held a lock for too long; ``DatabaseLost``; ``ShopMoved``.
    func write<Value: Sendable>(
        _ call: StaticString, isRepeatable: Bool, _ body: @escaping @Sendable (PostgresSession) throws -> Value
    ) async throws -> Value {
        try await counting {
            try faults?(call, .writing)
            let deadline = Deadline(in: Self.writeLimit)
            do {
                return try await retryingOnce(deadline, isRepeatable: isRepeatable) { deadline in
                    try await transaction(deadline, body)
                }
            } catch let error as PostgresError where error.state == Self.lockTimeout {
                throw DatabaseBusy(limit: .seconds(2))
            } catch let error as PostgresError where error.message == MovedMark.refusal {
                let place = try await read(call) { try MovedMark.destination(in: $0) }
                throw place.map(ShopMoved.init) ?? error as any Error
            }
        }
    }

    func write<Value: Sendable>(
        _ call: StaticString, _ body: @escaping @Sendable (PostgresSession) throws -> Value
    ) async throws -> Value {
        try await write(call, isRepeatable: false, body)
    }

    package func scrub() async throws { try await vacuum("VACUUM") }

    package func compact() async throws { try await vacuum("VACUUM FULL") }

    /// Cleans the tables that have sealed columns, or had what is sealed now.
    private func vacuum(_ command: String) async throws {
        try await pool.use(reading: false) { lane in
            try lane.statements(Deadline(in: Self.migrationLimit)) { session in
                let tables = [
                    "store", "chain", "listing", "listing_change", "secret", "content_key", "audit", "picture",
                ]
                for table in tables { try session.run("\(command) \(table)") }
            }
        }
    }

    func newNumber(in table: NumberedTable, at instant: Instant, _ session: PostgresSession) throws -> Int64 {
        numbers.next(at: instant)
    }

    private static let lockTimeout = "55P03"

    /// Counts what a call has failed with in the end.
    private func counting<Value: Sendable>(_ call: () async throws -> Value) async throws -> Value {
        do {
            return try await call()
        } catch {
            errors.count(DatabaseErrors.Kind(ofPostgres: error))
            throw error
        }
    }

    private func transaction<Value: Sendable>(
        _ deadline: Deadline, _ body: @escaping @Sendable (PostgresSession) throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            do {
                return try await pool.use(reading: false) { try $0.transaction("BEGIN", deadline, body) }
            } catch let error as PostgresError where error.isUniqueViolation && attempt < Self.attempts {
                attempt += 1
            }
        }
    }

    /// Runs everything once more after a lost connection, if that can't have an effect twice.
    private func retryingOnce<Value: Sendable>(
        _ deadline: Deadline, isRepeatable: Bool = false, _ body: (Deadline) async throws -> Value
    ) async throws -> Value {
        do {
            return try await body(deadline)
        } catch let lost as DatabaseLost where !deadline.isPast && (isRepeatable || !lost.mayBeCommitted) {
            do {
                return try await body(deadline)
            } catch let again as DatabaseLost {
                throw again.after(lost)
            }
        }
    }
}

extension DatabaseLost {
    /// What is known once this attempt has failed, too.
    fileprivate func after(_ first: DatabaseLost) -> DatabaseLost {
        DatabaseLost(mayBeCommitted: mayBeCommitted || first.mayBeCommitted, message: message)
    }
}

extension DatabaseErrors.Kind {
    /// - Returns: `nil` for a call that its caller has cancelled.
    fileprivate init?(ofPostgres error: any Error) {
        switch (error as? PostgresError)?.state {
        case "53100"?: self = .full
        case "25006"?: self = .readOnly
        case "XX001"?, "XX002"?: self = .damaged
        default: self.init(error)
        }
    }
}
