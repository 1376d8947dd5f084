/// The table of the plan before, and everything that is asked of it.
struct UpcomingTable {
    let connection: PreparedConnection

    private static let horizonMs: Int64 = 600_000
    private static let keptMs: Int64 = 60_000
    private static let columns = "position, item, name, price, starts, ends"

    func make() throws {
        try connection.run(
            """
            CREATE TABLE upcoming (
                position bigint, item text NOT NULL, name text NOT NULL, price bigint NOT NULL,
                starts bigint, ends bigint NOT NULL, PRIMARY KEY (position, starts))
            """)
        try connection.run("CREATE INDEX upcoming_ends ON upcoming (ends)")
    }

    /// What the job of each minute does: adds what starts in the next ten minutes, and deletes what is over.
    func fill(from plan: [UpcomingItem], nowMs: Int64) throws {
        try connection.run("BEGIN")
        for row in plan where row.startsMs < nowMs + Self.horizonMs && row.endsMs > nowMs {
            try connection.run(
                """
                INSERT INTO upcoming (\(Self.columns))
                VALUES ($1::bigint, $2, $3, $4::bigint, $5::bigint, $6::bigint) ON CONFLICT DO NOTHING
                """,
                ["\(row.position)", row.item, row.name, "\(row.price)", "\(row.startsMs)", "\(row.endsMs)"])
        }
        try connection.run("DELETE FROM upcoming WHERE ends < $1::bigint", ["\(nowMs - Self.keptMs)"])
        try connection.run("COMMIT")
    }

    func shelf(nowMs: Int64) throws -> [UpcomingItem] {
        try connection.run(
            """
            SELECT \(Self.columns) FROM upcoming WHERE starts <= $1::bigint AND ends > $1::bigint ORDER BY position
            """, ["\(nowMs)"]
        ).compactMap(UpcomingItem.init(columns:))
    }

    func item(at position: Int, nowMs: Int64) throws -> UpcomingItem? {
        try connection.run(
            """
            SELECT \(Self.columns) FROM upcoming
            WHERE position = $1::bigint AND starts <= $2::bigint AND ends > $2::bigint
            """, ["\(position)", "\(nowMs)"]
        ).first.flatMap(UpcomingItem.init(columns:))
    }
}

extension UpcomingItem {
    fileprivate init?(columns: [String]) {
        guard columns.count == 6, let position = Int(columns[0]), let price = Int64(columns[3]),
            let startsMs = Int64(columns[4]), let endsMs = Int64(columns[5])
        else { return nil }
        self.init(
            position: position, item: columns[1], name: columns[2], price: price, startsMs: startsMs, endsMs: endsMs)
    }
}
