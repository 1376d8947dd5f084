import ShelfDatabase
import ShelfModel
import ShelfVault

/// A table with sealed columns, described so that its values can be sealed anew without knowing what they mean.
///
/// The rows' own types seal and open the same columns by the same keys and instants.
struct SealedTable: Sendable {
    private enum Kind { case integer, text, bytes }

    private struct Column: Sendable {
        let name: String
        let kind: Kind
    }

    private let name: String
    /// The primary key, in its order.
    private let key: [Column]
    /// The column of the instant whose day chooses the data key; `nil` for the beginning of 1970.
    private let instant: String?
    private let sealed: [Column]
    /// Values that are bound to the sealed ones, as SQL.
    private let bound: [Column]
    private let padding: Int

    private init(
        name: String, key: [Column], instant: String?, sealed: [Column], bound: [Column] = [], padding: Int = 128
    ) {
        (self.name, self.key, self.instant) = (name, key, instant)
        (self.sealed, self.bound, self.padding) = (sealed, bound, padding)
    }

    static let all = [
        SealedTable(
            name: "store", key: [Column(name: "id", kind: .text)], instant: "created_at_ms",
            sealed: [Column(name: "signing_seed", kind: .bytes), Column(name: "schedule_seed", kind: .bytes)]),
        SealedTable(
            name: "chain", key: [Column(name: "id", kind: .bytes)], instant: "epoch_ms",
            sealed: [Column(name: "checkpoints", kind: .bytes), Column(name: "app_secret", kind: .bytes)],
            bound: [
                Column(name: "store", kind: .text), Column(name: "previous", kind: .bytes),
                Column(name: "epoch_ms", kind: .integer), Column(name: "slots", kind: .integer),
                Column(name: "lead_ms", kind: .integer), Column(name: "spacing", kind: .integer),
                Column(name: "CAST(CASE WHEN app_secret IS NULL THEN 0 ELSE 1 END AS BIGINT)", kind: .integer),
            ]),
        SealedTable(
            name: "secret", key: [Column(name: "name", kind: .text)], instant: nil,
            sealed: [Column(name: "bytes", kind: .bytes)]),
        SealedTable(
            name: "content_key", key: [], instant: nil, sealed: [Column(name: "seed", kind: .bytes)]),
        SealedTable(
            name: "listing",
            key: [
                Column(name: "store", kind: .text), Column(name: "start_ms", kind: .integer),
                Column(name: "position", kind: .integer), Column(name: "revision", kind: .integer),
            ], instant: "start_ms", sealed: [Column(name: "item", kind: .text)]),
        SealedTable(
            name: "listing_change",
            key: [Column(name: "store", kind: .text), Column(name: "number", kind: .integer)], instant: "at_ms",
            sealed: [Column(name: "item", kind: .text), Column(name: "reason", kind: .text)]),
        SealedTable(
            name: "audit", key: [Column(name: "id", kind: .integer)], instant: "at_ms",
            sealed: [Column(name: "what", kind: .text), Column(name: "reason", kind: .text)],
            padding: AuditEntry.padding),
    ]

    /// Seals all values of a table that lie in the open.
    ///
    /// - Parameter replacing: returns the value to seal in the place of one that lies there.
    func adopt(
        in session: some SQLSession, replacing: (_ column: SealedColumn, _ value: SQLValue) -> SQLValue
    ) throws {
        var last: [SealedColumn.KeyPart]?
        while true {
            let rows = try rows(after: last, atMost: 1000, in: session)
            for row in rows {
                try change(row, in: session) { try replacing($1, $0).sealed(by: session.seals, for: $1) }
            }
            guard !key.isEmpty, let next = rows.last else { return }
            last = keyParts(of: next)
        }
    }

    /// Seals the values of the next rows anew that aren't sealed under the key that seals now.
    ///
    /// - Returns: how many values these were, and the key of the last row that was looked at; `nil` when no row is left.
    func reseal(
        after last: [SealedColumn.KeyPart]?, atMost most: Int, in session: some SQLSession
    ) throws -> (count: Int, last: [SealedColumn.KeyPart]?) {
        try pass(after: last, atMost: most, in: session) { row in
            try change(row, in: session) { value, column in
                guard value.wrappingKey != session.seals.keys?.sealing else { return nil }
                return try value.opened(by: session.seals, of: column).sealed(by: session.seals, for: column)
            }
        }
    }

    /// The same without changing anything: how many values would be sealed anew.
    func look(
        after last: [SealedColumn.KeyPart]?, atMost most: Int, in session: some SQLSession
    ) throws -> (count: Int, last: [SealedColumn.KeyPart]?) {
        try pass(after: last, atMost: most, in: session) { row in
            values(of: row).count { $0.map { $0.wrappingKey != session.seals.keys?.sealing } ?? false }
        }
    }

    /// How many values are sealed under another key than this one.
    func count(underOthersThan number: UInt32, in session: some SQLSession) throws -> Int {
        let (bytes, text) = SealedValue.beginning(wrappingKey: number)
        return try sealed.reduce(0) { sum, column in
            let (beginning, length): (any SQLArgument, Int) =
                column.kind == .text ? (text, text.count) : (bytes, bytes.count)
            let count: Int64? = try session.value(
                "SELECT COUNT(*) FROM \(name) WHERE substr(\(column.name), 1, \(length)) <> $1", [beginning])
            return sum + Int(count ?? 0)
        }
    }

    private func pass<Session: SQLSession>(
        after last: [SealedColumn.KeyPart]?, atMost most: Int, in session: Session, _ body: (Session.Row) throws -> Int
    ) throws -> (count: Int, last: [SealedColumn.KeyPart]?) {
        // A table without a key has one row.
        if key.isEmpty, last != nil { return (0, nil) }
        let rows = try rows(after: last, atMost: most, in: session)
        return (try rows.reduce(0) { try $0 + body($1) }, rows.last.map(keyParts))
    }

    private func rows<Session: SQLSession>(
        after last: [SealedColumn.KeyPart]?, atMost most: Int, in session: Session
    ) throws -> [Session.Row] {
        let columns = (key + sealed + bound).map(\.name) + [instant ?? "0"]
        let names = key.map(\.name).joined(separator: ", ")
        var sql = "SELECT \(columns.joined(separator: ", ")) FROM \(name)"
        let arguments = (last ?? []).map(\.value)
        if !arguments.isEmpty { sql += " WHERE (\(names)) > (\(Self.places(arguments.indices)))" }
        if !names.isEmpty { sql += " ORDER BY \(names)" }
        return try session.rows("\(sql) LIMIT \(most)", arguments)
    }

    /// Writes new values into the sealed columns of a row.
    ///
    /// - Parameter new: returns `nil` for a value that stays.
    /// - Returns: how many values were written.
    @discardableResult
    private func change(
        _ row: some SQLRow, in session: some SQLSession, _ new: (SQLValue, SealedColumn) throws -> SQLValue?
    ) throws -> Int {
        let (parts, at) = (keyParts(of: row), row[key.count + sealed.count + bound.count] as Instant)
        let bound = Self.parts(of: bound, in: row, from: key.count + sealed.count)
        return try zip(sealed, values(of: row)).reduce(0) { count, stored in
            let (column, value) = stored
            let place = SealedColumn(name, column.name, key: parts, bound: bound, padding: padding, at: at)
            guard let value, let changed = try new(value, place) else { return count }
            return try count + update(column, of: parts, from: value, to: changed, in: session)
        }
    }

    /// What the sealed columns of a row hold; `nil` for NULL.
    private func values(of row: some SQLRow) -> [SQLValue?] {
        sealed.indices.map { index in
            sealed[index].kind == .text
                ? row.text(at: key.count + index).map(SQLValue.text)
                : row.bytes(at: key.count + index).map(SQLValue.bytes)
        }
    }

    /// Writes a value unless somebody else has changed or deleted it meanwhile.
    private func update(
        _ column: Column, of parts: [SealedColumn.KeyPart], from old: SQLValue, to new: SQLValue,
        in session: some SQLSession
    ) throws -> Int {
        let conditions = key.enumerated().map { " AND \($0.element.name) = $\($0.offset + 3)" }.joined()
        return try session.run(
            "UPDATE \(name) SET \(column.name) = $1 WHERE \(column.name) = $2\(conditions)",
            [new, old] + parts.map(\.value))
    }

    private func keyParts(of row: some SQLRow) -> [SealedColumn.KeyPart] { Self.parts(of: key, in: row, from: 0) }

    private static func parts(
        of columns: [Column], in row: some SQLRow, from first: Int
    ) -> [SealedColumn.KeyPart] {
        columns.enumerated().map { index, column in
            switch column.kind {
            case .integer: .integer(row[first + index])
            case .text: .text(row[first + index])
            case .bytes: .bytes(row.bytes(at: first + index) ?? [])
            }
        }
    }

    private static func places(_ indices: Range<Int>) -> String {
        indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    }
}

extension SealedColumn.KeyPart {
    fileprivate var value: SQLValue {
        switch self {
        case .integer(let number): .integer(number)
        case .text(let text): .text(text)
        case .bytes(let bytes): .bytes(bytes)
        }
    }
}

extension SQLValue {
    /// The number of the wrapping key under which a value is sealed; `nil` for one that isn't sealed.
    fileprivate var wrappingKey: UInt32? {
        switch self {
        case .text(let text): SealedValue.wrappingKey(of: text)
        case .bytes(let bytes): SealedValue.wrappingKey(of: bytes)
        case .integer, .null: nil
        }
    }

    fileprivate func sealed(by seals: ColumnSeals, for column: SealedColumn) throws -> SQLValue {
        switch self {
        case .text(let text): .text(try seals.seal(text, for: column))
        case .bytes(let bytes): .bytes(try seals.seal(bytes, for: column))
        case .integer, .null: self
        }
    }

    fileprivate func opened(by seals: ColumnSeals, of column: SealedColumn) throws -> SQLValue {
        switch self {
        case .text(let text): .text(try seals.open(text, of: column))
        case .bytes(let bytes): .bytes(try seals.open(bytes, of: column))
        case .integer, .null: self
        }
    }
}
