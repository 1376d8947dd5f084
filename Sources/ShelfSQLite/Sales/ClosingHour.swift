import ShelfDatabase
import ShelfModel
import ShelfSQL

/// The numbers of an hour that is being closed.
struct ClosingHour: Sendable {
    private typealias Open = OpenHours<SQLiteSession>

    private let mark: ClosedMark
    private let end: Instant
    private let listings: [[SQLValue]]
    private let stores: [[SQLValue]]
    private let money: [[SQLValue]]
    private let players: [[SQLValue]]

    private static let atOnce = 1000

    /// Computes the numbers of the oldest hour that isn't closed.
    ///
    /// - Returns: `nil` when it isn't to be closed yet.
    init?(dueAt now: Instant, in session: SQLiteSession) throws {
        mark = try ClosedMark.read(in: session)
        guard let begin = mark.until else { return nil }
        end = begin + ClosedHours.length
        guard end + ClosedHours.delay <= now else { return nil }
        let span: [String: any SQLArgument] = ["open": begin, "to": end]
        listings = try Self.rows(
            """
            SELECT hour_ms, store, chain, slot, position, revision, item, "set", currency, \(Open.sums)
            FROM (\(Open.sales)) AS sales
            """, span, in: session)
        stores = try Self.rows(
            """
            SELECT hour_ms, store, currency, \(Open.summed) FROM (\(Open.sales)) AS sales
            GROUP BY hour_ms, store, currency
            """, span, in: session)
        money = try Self.rows(Open.money, span, in: session)
        players = try Self.rows(Open.players, ["hour": begin], in: session)
    }

    /// The rows of listings, to be inserted one batch after the other.
    var batches: [ArraySlice<[SQLValue]>] {
        stride(from: 0, to: listings.count, by: Self.atOnce).map {
            listings[$0..<min($0 + Self.atOnce, listings.count)]
        }
    }

    /// Inserts the rows of some listings. Nobody reads them before the hour is closed.
    ///
    /// - Returns: `false` when another server has closed the hour.
    func insert(listings batch: ArraySlice<[SQLValue]>, into session: SQLiteSession) throws -> Bool {
        guard try ClosedMark.read(in: session).stored == mark.stored else { return false }
        try insert(batch, into: "listing_hour", in: session)
        return true
    }

    /// Closes the hour, unless another server has closed it.
    func close(in session: SQLiteSession) throws {
        guard try ClosedMark.read(in: session).stored == mark.stored else { return }
        try insert(stores[...], into: "store_hour", in: session)
        try insert(money[...], into: "money_hour", in: session)
        try insert(players[...], into: "player_hour", in: session)
        try session.run("DELETE FROM closed")
        try session.run("INSERT INTO closed VALUES ($1)", [end])
    }

    private func insert(_ rows: ArraySlice<[SQLValue]>, into table: String, in session: SQLiteSession) throws {
        guard let columns = rows.first?.count else { return }
        let places = (1...columns).map { "$\($0)" }.joined(separator: ", ")
        for row in rows { try session.run("INSERT OR REPLACE INTO \(table) VALUES (\(places))", row) }
    }

    private static func rows(
        _ sql: String, _ arguments: [String: any SQLArgument], in session: SQLiteSession
    ) throws -> [[SQLValue]] {
        try session.rows(sql, named: arguments).map(\.values)
    }
}
