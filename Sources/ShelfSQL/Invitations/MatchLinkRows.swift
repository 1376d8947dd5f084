import ShelfDatabase
import ShelfModel

extension MatchLink {
    static func find(_ id: [UInt8], in session: some SQLSession) throws -> MatchLink? {
        try session.row("SELECT * FROM match_link WHERE id = $1", [id]).map { row in
            MatchLink(
                id: row["id"], match: row["game_match"], from: row["from_player"], at: row["at_ms"],
                expires: row["expires_at_ms"], ended: row["ended_at_ms"])
        }
    }

    func insert(into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO match_link VALUES ($1, $2, $3, $4, $5, $6)", [id, match, from, at, expires, ended])
    }

    /// - Parameter match: as it is under its lock; `nil` where there is none.
    func judge(for match: Match?, in session: some SQLSession) throws -> Judgement {
        if let known = try Self.find(id, in: session) {
            let isSame = known.match == self.match && known.expires - known.at == expires - at
            return isSame ? .made(known) : .keyReused
        }
        guard let match, match.place(of: from) != nil else { return .noPlace }
        guard match.state == .open, !match.isOver(at: at) else { return .refused(.closed) }
        let count: Int? = try session.value(
            "SELECT COUNT(*) FROM match_link WHERE game_match = $1 AND expires_at_ms > $2 AND ended_at_ms IS NULL",
            [match.id, at])
        return (count ?? 0) < Self.mostOfMatch ? .made(self) : .tooMany
    }
}

extension PlayerBlock {
    static func all(of player: Int64, in session: some SQLSession) throws -> [PlayerBlock] {
        try session.rows(
            "SELECT id, player, blocked, at_ms FROM player_block WHERE player = $1 ORDER BY at_ms DESC, id", [player]
        ).map { PlayerBlock(id: $0[0], player: $0[1], blocked: $0[2], at: $0[3]) }
    }

    func insert(into session: some SQLSession) throws {
        try session.run("INSERT INTO player_block VALUES ($1, $2, $3, $4)", [player, blocked, id, at])
    }
}
