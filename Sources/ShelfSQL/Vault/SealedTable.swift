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

    /// Seals the values of the next rows anew that aren't sealed under the key that seals now.
    ///
    /// - Returns: how many values these were, and the key of the last row that was looked at; `nil` when no row is left.
    func reseal(
        after last: [SealedColumn.KeyPart]?, atMost most: Int, in session: some SQLSession
    ) throws -> (count: Int, last: [SealedColumn.KeyPart]?) {
        // A table without a key has one row.
        if key.isEmpty, last != nil { return (0, nil) }
        var count = 0
        let rows = try rows(after: last, atMost: most, in: session)
        for row in rows { count += try reseal(row, in: session) }
        return (count, rows.last.map(keyParts))
    }

    /// The same without changing anything: how many values would be sealed anew.
    func look(
        after last: [SealedColumn.KeyPart]?, atMost most: Int, in session: some SQLSession
    ) throws -> (count: Int, last: [SealedColumn.KeyPart]?) {
        if key.isEmpty, last != nil { return (0, nil) }
        let rows = try rows(after: last, atMost: most, in: session)
        let count = rows.reduce(0) { $0 + formerlySealed(in: $1, session.seals.keys?.sealing) }
        return (count, rows.last.map(keyParts))
    }

    private func formerlySealed(in row: some SQLRow, _ number: UInt32?) -> Int {
        sealed.indices.count { index in
            switch sealed[index].kind {
            case .text: row.text(at: key.count + index).map { SealedValue.wrappingKey(of: $0) != number } ?? false
            default: row.bytes(at: key.count + index).map { SealedValue.wrappingKey(of: $0) != number } ?? false
            }
        }
    }

    /// How many values are sealed under another key than this one.
    ///
    /// A sealed value begins with a byte for its form and the key's number. In base64, behind the mark, these and the
    /// day's two highest bits take seven letters.
    func count(underOthersThan number: UInt32, in session: some SQLSession) throws -> Int {
        let value = SealedValue.beginning(wrappingKey: number)
        return try sealed.reduce(0) { sum, column in
            let count: Int64? =
                switch column.kind {
                case .text:
                    try session.value(
                        "SELECT COUNT(*) FROM \(name) WHERE substr(\(column.name), 1, \(value.text.count)) <> $1",
                        [value.text])
                default:
                    try session.value(
                        "SELECT COUNT(*) FROM \(name) WHERE substr(\(column.name), 1, \(value.bytes.count)) <> $1",
                        [value.bytes])
                }
            return sum + Int(count ?? 0)
        }
    }

    private func rows<Session: SQLSession>(
        after last: [SealedColumn.KeyPart]?, atMost most: Int, in session: Session
    ) throws -> [Session.Row] {
        let columns = (key + sealed + bound).map(\.name) + [instant ?? "0"]
        let names = key.map(\.name).joined(separator: ", ")
        var sql = "SELECT \(columns.joined(separator: ", ")) FROM \(name)"
        let arguments = (last ?? []).map(\.argument)
        if !arguments.isEmpty { sql += " WHERE (\(names)) > (\(Self.places(arguments.indices)))" }
        if !names.isEmpty { sql += " ORDER BY \(names)" }
        return try session.rows("\(sql) LIMIT \(most)", arguments)
    }

    private func reseal(_ row: some SQLRow, in session: some SQLSession) throws -> Int {
        guard let keys = session.seals.keys else { return 0 }
        let (parts, at) = (keyParts(of: row), row[key.count + sealed.count + bound.count] as Instant)
        let bound = Self.parts(of: bound, in: row, from: key.count + sealed.count)
        var count = 0
        for (index, column) in sealed.enumerated() {
            let place = SealedColumn(name, column.name, key: parts, bound: bound, padding: padding, at: at)
            let (old, new): (any SQLArgument, any SQLArgument)
            switch column.kind {
            case .text:
                guard let text = row.text(at: key.count + index),
                    SealedValue.wrappingKey(of: text) != keys.sealing
                else { continue }
                (old, new) = (text, try session.seals.seal(session.seals.open(text, of: place), for: place))
            default:
                guard let bytes = row.bytes(at: key.count + index),
                    SealedValue.wrappingKey(of: bytes) != keys.sealing
                else { continue }
                (old, new) = (bytes, try session.seals.seal(session.seals.open(bytes, of: place), for: place))
            }
            count += try update(column, of: parts, from: old, to: new, in: session)
        }
        return count
    }

    /// Writes a value unless somebody else has changed or deleted it meanwhile.
    private func update(
        _ column: Column, of parts: [SealedColumn.KeyPart], from old: any SQLArgument, to new: any SQLArgument,
        in session: some SQLSession
    ) throws -> Int {
        let conditions = key.enumerated().map { " AND \($0.element.name) = $\($0.offset + 3)" }.joined()
        return try session.run(
            "UPDATE \(name) SET \(column.name) = $1 WHERE \(column.name) = $2\(conditions)",
            [new, old] + parts.map(\.argument))
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
    fileprivate var argument: any SQLArgument {
        switch self {
        case .integer(let number): number
        case .text(let text): text
        case .bytes(let bytes): bytes
        }
    }
}
