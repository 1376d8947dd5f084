/// A statement, and how its result is read.
struct PostgresQuery<Value> {
    let sql: String
    let arguments: [PostgresValue]
    let read: (PostgresResult) throws -> Value

    init(_ sql: String, _ arguments: [PostgresValue], read: @escaping (PostgresResult) throws -> Value) {
        (self.sql, self.arguments, self.read) = (sql, arguments, read)
    }
}

/// Statements that are sent together and take one round trip. Each sees what those before it have done, and what others
/// have committed until it began.
struct PostgresPipeline {
    private(set) var statements: [(sql: String, arguments: [PostgresValue])] = []

    /// Where a query's value will be.
    struct Place<Value> {
        fileprivate let index: Int
        fileprivate let read: (PostgresResult) throws -> Value
    }

    /// The results, in the order of the statements.
    struct Results {
        private let results: [PostgresResult]

        init(_ results: [PostgresResult]) {
            self.results = results
        }

        func value<Value>(at place: Place<Value>) throws -> Value { try place.read(results[place.index]) }
    }

    mutating func add<Value>(_ query: PostgresQuery<Value>) -> Place<Value> {
        statements.append((query.sql, query.arguments))
        return Place(index: statements.count - 1, read: query.read)
    }

    mutating func add(_ sql: String, _ arguments: [PostgresValue]) {
        statements.append((sql, arguments))
    }
}
