import ShelfDatabase
import ShelfModel

/// Up to which instant hours are closed.
enum ClosedMark {
    /// The end of the last closed hour. Before the first one is closed, the beginning of the first hour in which
    /// anything happened; `nil` when nothing has happened yet.
    static func read(in session: PostgresSession) throws -> Instant? {
        if let stored: Instant = try session.value("SELECT until_ms FROM closed") { return stored }
        let first: Instant? = try session.value(
            """
            SELECT LEAST(
                (SELECT MIN(at_ms) FROM purchase WHERE refusal IS NULL),
                (SELECT MIN(at_ms) FROM entry WHERE purchase IS NULL),
                (SELECT MIN(created_at_ms) FROM player))
            """)
        return first.map { $0.floored(to: ClosedHours.length) }
    }
}

enum ClosingHour {
    /// Stores the numbers of the oldest hour that isn't closed.
    ///
    /// - Returns: `false` when it isn't to be closed yet.
    static func close(dueAt now: Instant, in session: PostgresSession) throws -> Bool {
        guard let begin = try ClosedMark.read(in: session) else { return false }
        let end = begin + ClosedHours.length
        guard end + ClosedHours.delay <= now else { return false }
        let span: [String: any PostgresArgument] = ["open": begin, "to": end]
        _ = try session.rows(
            """
            INSERT INTO listing_hour
            SELECT hour_ms, store, chain, slot, position, revision, item, "set", currency, \(OpenHours.sums)
            FROM (\(OpenHours.sales)) AS sales
            """, named: span)
        _ = try session.rows(
            """
            INSERT INTO store_hour
            SELECT hour_ms, store, currency, \(OpenHours.summed) FROM (\(OpenHours.sales)) AS sales
            GROUP BY hour_ms, store, currency
            """, named: span)
        _ = try session.rows("INSERT INTO money_hour \(OpenHours.money)", named: span)
        _ = try session.rows("INSERT INTO player_hour \(OpenHours.players)", named: ["hour": begin])
        try session.run(
            "INSERT INTO closed (until_ms) VALUES ($1) ON CONFLICT (one) DO UPDATE SET until_ms = excluded.until_ms",
            [end])
        return true
    }
}
