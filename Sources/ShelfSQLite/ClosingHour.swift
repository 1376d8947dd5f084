import GRDB
import ShelfDatabase
import ShelfModel

/// Up to which instant hours are closed.
struct ClosedMark: Hashable, Sendable {
    /// The end of the last closed hour; `nil` when none was closed yet.
    let stored: Instant?
    /// The beginning of the oldest hour that isn't closed; `nil` when nothing has happened yet.
    let until: Instant?

    static func read(in database: Database) throws -> ClosedMark {
        if let stored = try Int64.fetchOne(database, sql: "SELECT until_ms FROM closed") {
            return ClosedMark(stored: Instant(milliseconds: stored), until: Instant(milliseconds: stored))
        }
        let first = try Int64.fetchOne(
            database,
            sql: """
                SELECT MIN(at_ms) FROM (
                    SELECT MIN(at_ms) AS at_ms FROM purchase INDEXED BY purchase_by_time WHERE refusal IS NULL
                    UNION ALL SELECT MIN(at_ms) FROM entry INDEXED BY entry_by_time WHERE purchase IS NULL
                    UNION ALL SELECT MIN(created_at_ms) FROM player)
                """)
        return ClosedMark(
            stored: nil, until: first.map { Instant(milliseconds: $0).floored(to: ClosedHours.length) })
    }
}

/// The numbers of an hour that is being closed.
struct ClosingHour: Sendable {
    private let mark: ClosedMark
    private let end: Instant
    private let listings: [[DatabaseValue]]
    private let stores: [[DatabaseValue]]
    private let money: [[DatabaseValue]]
    private let players: [[DatabaseValue]]

    private static let atOnce = 1000

    /// Computes the numbers of the oldest hour that isn't closed.
    ///
    /// - Returns: `nil` when it isn't to be closed yet.
    init?(dueAt now: Instant, in database: Database) throws {
        mark = try ClosedMark.read(in: database)
        guard let begin = mark.until else { return nil }
        end = begin + ClosedHours.length
        guard end + ClosedHours.delay <= now else { return nil }
        let span: StatementArguments = ["open": begin.milliseconds, "to": end.milliseconds]
        listings = try Self.rows(
            """
            SELECT hour_ms, store, chain, slot, position, revision, item, "set", currency, \(OpenHours.sums)
            FROM (\(OpenHours.sales))
            """, span, in: database)
        stores = try Self.rows(
            """
            SELECT hour_ms, store, currency, \(OpenHours.summed) FROM (\(OpenHours.sales))
            GROUP BY hour_ms, store, currency
            """, span, in: database)
        money = try Self.rows(OpenHours.money, span, in: database)
        players = try Self.rows(OpenHours.players, ["hour": begin.milliseconds], in: database)
    }

    /// The rows of listings, to be inserted one batch after the other.
    var batches: [ArraySlice<[DatabaseValue]>] {
        stride(from: 0, to: listings.count, by: Self.atOnce).map {
            listings[$0..<min($0 + Self.atOnce, listings.count)]
        }
    }

    /// Inserts the rows of some listings. Nobody reads them before the hour is closed.
    ///
    /// - Returns: `false` when another server has closed the hour.
    func insert(listings batch: ArraySlice<[DatabaseValue]>, into database: Database) throws -> Bool {
        guard try ClosedMark.read(in: database).stored == mark.stored else { return false }
        try insert(batch, into: "listing_hour", in: database)
        return true
    }

    /// Closes the hour, unless another server has closed it.
    func close(in database: Database) throws {
        guard try ClosedMark.read(in: database).stored == mark.stored else { return }
        try insert(stores[...], into: "store_hour", in: database)
        try insert(money[...], into: "money_hour", in: database)
        try insert(players[...], into: "player_hour", in: database)
        try database.execute(sql: "DELETE FROM closed")
        try database.run("INSERT INTO closed VALUES (?)", [end.milliseconds])
    }

    private func insert(_ rows: ArraySlice<[DatabaseValue]>, into table: String, in database: Database) throws {
        guard let columns = rows.first?.count else { return }
        let places = [String](repeating: "?", count: columns).joined(separator: ", ")
        for row in rows {
            try database.run("INSERT OR REPLACE INTO \(table) VALUES (\(places))", StatementArguments(row))
        }
    }

    private static func rows(
        _ sql: String, _ arguments: StatementArguments, in database: Database
    ) throws -> [[DatabaseValue]] {
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        return try Array(rows.map { Array($0.databaseValues) })
    }
}
