package import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfVault

/// A shop in PostgreSQL that is moved. It has a connection of its own, in one transaction.
package struct PostgresShop: Sendable {
    private let lane: PostgresLane

    /// - Parameter parameters: libpq's, by their keywords.
    package init(_ parameters: [String: String]) {
        lane = PostgresLane(parameters, PostgresDialing(), .none, number: 0)
    }

    /// How long a statement may take.
    private static let limit = TimeSpan.minutes(30)

    private func statements<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresSession) throws -> Value
    ) async throws -> Value {
        try await lane.perform { try $0.statements(Deadline(in: Self.limit), body) }
    }

    private func run(_ script: String) async throws {
        try await statements { try $0.connection.runScript(script, deadline: $0.deadline) }
    }

    /// Begins the transaction of a move. It waits for its turn, and for the other database.
    private static let begin = """
        SET lock_timeout = 30000;
        SET idle_in_transaction_session_timeout = 0;
        BEGIN
        """

    package func rows(of table: ShopTable, after key: [ShopValue]?, limit: Int) async throws -> [[ShopValue]] {
        let names = table.key.map(\.quoted).joined(separator: ", ")
        var sql = "SELECT \(table.columns.map(\.quoted).joined(separator: ", ")) FROM \"\(table.name)\""
        if key != nil {
            let places = (1...table.keyLength).map { "$\($0)" }
            sql += " WHERE (\(names)) > (\(places.joined(separator: ", ")))"
        }
        if !names.isEmpty { sql += " ORDER BY \(names) LIMIT \(limit)" }
        return try await statements { [sql] session in
            try session.rows(sql, values: (key ?? []).map(\.postgresValue)).map { row in
                table.columns.enumerated().map { ShopValue(row, $0.offset, $0.element.kind) }
            }
        }
    }
}

extension PostgresShop: ShopSource {
    package func hold() async throws {
        try await run(Self.begin)
        try await statements { session in
            if let destination = try MovedMark.destination(in: session) { throw ShopMoved(to: destination) }
            // The target's tables wouldn't take what an earlier version's may hold. Where there are none, this fails.
            try session.run("SELECT 1 FROM schema_version LIMIT 1")
            try PostgresSchema().migrate(in: session)
            let tables = ShopTable.all.map { "\"\($0.name)\"" }.joined(separator: ", ")
            try session.run("LOCK TABLE \(tables) IN EXCLUSIVE MODE")
        }
    }

    package func leave(for destination: String) async throws {
        try await statements { try MovedMark.write(destination, in: $0) }
        try await run("COMMIT")
    }

    package func letGo() async throws { try await run("ROLLBACK") }
}

extension PostgresShop: ShopTarget {
    package func prepare() async throws {
        try await run(Self.begin)
        try await statements { session in
            let isLeft = try MovedMark.destination(in: session) != nil
            if try isLeft || MovedMark.isArriving(in: session) { try PostgresSchema.drop(in: session) }
            try PostgresSchema().migrate(in: session)
            for table in ShopTable.all where table.name != "identity" {
                guard try !session.exists("SELECT 1 FROM \"\(table.name)\" LIMIT 1") else { throw TargetInUse() }
            }
            try session.run("DELETE FROM identity")
        }
    }

    package func insert(_ rows: [[ShopValue]], into table: ShopTable) async throws {
        let values = table.columns.enumerated().map { index, column in
            PostgresValue(column.kind, rows.map { $0[index] })
        }
        let names = table.columns.map(\.quoted).joined(separator: ", ")
        let arrays = table.columns.enumerated().map(Self.array)
        let sql = """
            INSERT INTO "\(table.name)" (\(names)) OVERRIDING SYSTEM VALUE
            SELECT * FROM unnest(\(arrays.joined(separator: ", ")))
            """
        try await statements { session in _ = try session.run(sql, values: values) }
    }

    private static func array(_ index: Int, of column: ShopTable.Column) -> String {
        switch column.kind {
        case .integer: "$\(index + 1)::bigint[]"
        case .text: "$\(index + 1)::text[]"
        case .bytes: "$\(index + 1)::bytea[]"
        }
    }

    package func keep() async throws {
        try await statements { session in
            for (table, column) in [
                ("chain", "place"), ("entry", "id"), ("audit", "id"), ("card", "id"), ("withdrawal", "id"),
            ] {
                try session.run(
                    """
                    SELECT setval(pg_get_serial_sequence('\(table)', '\(column)'), COALESCE(MAX(\(column)), 0) + 1, false)
                    FROM \(table)
                    """)
            }
            try MovedMark.arrive(in: session)
        }
        try await run("COMMIT")
        try await run("ANALYZE")
    }

    package func abandon() async throws { try await run("ROLLBACK") }

    package func isWhole() async throws -> Bool {
        try await statements { try MovedMark.isArriving(in: $0) }
    }

    package func open() async throws {
        try await statements { try MovedMark.open(in: $0) }
    }
}

extension ShopValue {
    fileprivate init(_ row: PostgresRow, _ column: Int, _ kind: ShopTable.Column.Kind) {
        switch kind {
        case .integer: self = (row[column] as Int64?).map(ShopValue.integer) ?? .null
        case .text: self = (row[column] as String?).map(ShopValue.text) ?? .null
        case .bytes: self = (row[column] as [UInt8]?).map(ShopValue.bytes) ?? .null
        }
    }

    fileprivate var postgresValue: PostgresValue {
        switch self {
        case .null: .null
        case .integer(let number): .integer(number)
        case .text(let text): .text(text)
        case .bytes(let bytes): .bytes(bytes)
        }
    }

    fileprivate var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    fileprivate var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    fileprivate var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }
}

extension PostgresValue {
    /// A column of rows.
    fileprivate init(_ kind: ShopTable.Column.Kind, _ values: [ShopValue]) {
        self =
            switch kind {
            case .integer: .integers(values.map(\.integer))
            case .text: .texts(values.map(\.text))
            case .bytes: .byteStrings(values.map(\.bytes))
            }
    }
}
