import ShelfDatabase
import ShelfModel

extension Match {
    static func find(_ id: [UInt8], in session: some SQLSession) throws -> Match? {
        try session.row("SELECT * FROM game_match WHERE id = $1", [id]).map { try Match(row: $0, in: session) }
    }

    /// The newest first, and those that were ended after all others.
    static func all(of player: Int64, in session: some SQLSession) throws -> [Match] {
        try session.rows(
            """
            SELECT game_match.* FROM match_place JOIN game_match ON game_match.id = match_place.game_match
            WHERE match_place.player = $1 AND match_place.left_at_ms IS NULL
            ORDER BY CASE game_match.state WHEN 'ended' THEN 1 ELSE 0 END, game_match.created_at_ms DESC, game_match.id
            LIMIT $2
            """, [player, mostListed]
        ).map { try Match(row: $0, in: session) }
    }

    /// Whether a player has a place in as many matches as a player may.
    static func areTooMany(of player: Int64, at instant: Instant, in session: some SQLSession) throws -> Bool {
        let count: Int? = try session.value(
            """
            SELECT COUNT(*) FROM match_place JOIN game_match ON game_match.id = match_place.game_match
            WHERE match_place.player = $1 AND match_place.left_at_ms IS NULL
                AND game_match.state <> $2 AND game_match.changed_at_ms > $3
            """, [player, State.ended.rawValue, instant - idleLimit])
        return (count ?? 0) >= mostOfPlayer
    }

    private init(row: some SQLRow, in session: some SQLSession) throws {
        let id: [UInt8] = row["id"]
        let places = try session.rows(
            "SELECT place, player, left_at_ms FROM match_place WHERE game_match = $1 ORDER BY place", [id])
        self.init(
            id: id, size: row["size"], state: try row.read("state") { State(rawValue: $0) },
            places: places.map { MatchPlace(number: $0[0], player: $0[1], left: $0[2]) }, version: row["version"],
            payload: row["payload"], created: row["created_at_ms"], changed: row["changed_at_ms"])
    }

    func insert(into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO game_match VALUES ($1, $2, $3, $4, $5, $6, $7)",
            [id, size, state.rawValue, version, payload, created, changed])
        for place in places { try place.write(to: id, in: session) }
    }

    /// Adds an event for each player who has a place. They must be locked.
    func tell(at instant: Instant, in session: some SQLSession) throws {
        try PlayerEvent.add(.match(id), for: players, at: instant, in: session)
    }

    /// Stores what has changed since `before` was read, under the match's lock.
    func update(since before: Match, in session: some SQLSession) throws {
        try session.change(
            "game_match",
            "UPDATE game_match SET state = $2, version = $3, payload = $4, changed_at_ms = $5 WHERE id = $1",
            [id, state.rawValue, version, payload, changed])
        for place in places where !before.places.contains(place) { try place.write(to: id, in: session) }
    }
}

extension MatchPlace {
    fileprivate func write(to match: [UInt8], in session: some SQLSession) throws {
        try session.run(
            """
            INSERT INTO match_place VALUES ($1, $2, $3, $4)
            ON CONFLICT (game_match, place) DO UPDATE SET
                player = excluded.player, left_at_ms = excluded.left_at_ms
            """, [match, number, player, left])
    }
}
