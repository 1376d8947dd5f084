import ShelfModel

extension TokenFamily {
    static func find(_ number: Int64, in session: some SQLSession) throws -> TokenFamily? {
        try session.row("SELECT * FROM token_family WHERE id = $1", [number]).map {
            TokenFamily(player: $0["player"], newest: $0["newest"], expires: $0["expires_at_ms"])
        }
    }

    /// Deletes the player's families that expire first, until there is room for one more.
    static func leaveRoom(of player: Int64, in session: some SQLSession) throws {
        try session.run(
            """
            DELETE FROM token_family WHERE player = $1 AND id NOT IN (
                SELECT id FROM token_family WHERE player = $1 ORDER BY expires_at_ms DESC, id DESC LIMIT $2)
            """, [player, TokenFamilies.others])
    }

    func insert(as number: Int64, into session: some SQLSession) throws {
        try session.run("INSERT INTO token_family VALUES ($1, $2, $3, $4)", [number, player, newest, expires])
    }
}
