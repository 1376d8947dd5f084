import ShelfDatabase
import ShelfModel
import ShelfSQL

enum ClosingHour {
    private typealias Open = OpenHours<PostgresSession>

    /// Stores the numbers of the oldest hour that isn't closed.
    ///
    /// - Returns: `false` when it isn't to be closed yet.
    static func close(dueAt now: Instant, in session: PostgresSession) throws -> Bool {
        guard let begin = try ClosedMark.read(in: session).until else { return false }
        let end = begin + ClosedHours.length
        guard end + ClosedHours.delay <= now else { return false }
        let span: [String: any SQLArgument] = ["open": begin, "to": end]
        try session.run(
            """
            INSERT INTO listing_hour
            SELECT hour_ms, store, chain, slot, position, revision, item, "set", currency, \(Open.sums)
            FROM (\(Open.sales)) AS sales
            """, named: span)
        try session.run(
            """
            INSERT INTO store_hour
            SELECT hour_ms, store, currency, \(Open.summed) FROM (\(Open.sales)) AS sales
            GROUP BY hour_ms, store, currency
            """, named: span)
        try session.run("INSERT INTO money_hour \(Open.money)", named: span)
        try session.run("INSERT INTO player_hour \(Open.players)", named: ["hour": begin])
        try session.run(
            "INSERT INTO closed (until_ms) VALUES ($1) ON CONFLICT (one) DO UPDATE SET until_ms = excluded.until_ms",
            [end])
        return true
    }
}
