package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func history(of player: Int64, after number: Int64) async throws -> PlayerHistory {
        try await readSnapshot { session in
            let newest: Int64? = try session.value(
                "SELECT MAX(number) FROM player_event WHERE player = $1", [player])
            let events = try session.rows(
                """
                SELECT number, kind, subject FROM player_event WHERE player = $1 AND number > $2
                ORDER BY number LIMIT $3
                """, [player, number, PlayerEvent.mostReplayed + 1])
            return PlayerHistory(newest: newest ?? 0, events: try events.map { try PlayerEvent(row: $0) })
        }
    }

    package func touchedPlayers(since instant: Instant) async throws -> TouchedPlayers {
        try await read { session in
            let events = try session.rows(
                "SELECT player, MAX(number) FROM player_event WHERE at_ms > $1 GROUP BY player", [instant])
            // Ids of entries grow with their instants but for some seconds, so only the end of the table is read.
            let entries = try session.rows(
                """
                SELECT id, player FROM entry WHERE id > COALESCE(
                    (SELECT id FROM entry WHERE at_ms < $1 ORDER BY id DESC LIMIT 1), 0)
                """, [instant])
            return TouchedPlayers(
                events: Dictionary(uniqueKeysWithValues: events.map { ($0[0], $0[1]) }),
                entries: Dictionary(uniqueKeysWithValues: entries.map { ($0[0], $0[1]) }))
        }
    }

    package func forgetPlayerEvents(before instant: Instant) async throws {
        _ = try await write { session in
            try session.run(
                """
                DELETE FROM player_event WHERE at_ms < $1 AND number < (
                    SELECT MAX(number) FROM player_event AS later WHERE later.player = player_event.player)
                """, [instant])
        }
    }
}

extension PlayerEvent {
    fileprivate init(row: some SQLRow) throws {
        let kind: Kind = try row.read("kind") { (name: String) in
            switch name {
            case "invitations": .invitations
            case "match": (row["subject"] as [UInt8]?).map { .match($0) }
            default: nil
            }
        }
        self.init(number: row["number"], kind: kind)
    }

    /// Adds an event for each of some players. They must be locked.
    static func add(
        _ kind: Kind, for players: some Sequence<Int64>, at instant: Instant, in session: some SQLSession
    ) throws {
        let (name, subject): (String, [UInt8]?) =
            switch kind {
            case .invitations: ("invitations", nil)
            case .match(let id): ("match", id)
            }
        for player in Set(players) {
            try session.run(
                """
                INSERT INTO player_event VALUES ($1,
                    (SELECT COALESCE(MAX(number), 0) + 1 FROM player_event WHERE player = $1), $2, $3, $4)
                """, [player, instant, name, subject])
            // A device that is further behind reads everything anew.
            try session.run(
                """
                DELETE FROM player_event WHERE player = $1
                    AND number < (SELECT MAX(number) FROM player_event WHERE player = $1) - $2
                """, [player, PlayerEvent.mostReplayed])
        }
    }
}
