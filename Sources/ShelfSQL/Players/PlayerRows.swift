import ShelfDatabase
import ShelfModel

extension StoredPlayer {
    init(row: some SQLRow) {
        self.init(id: row["id"], createdAt: row["created_at_ms"])
    }
}

extension DeviceSignIn {
    static func player(ofCredential credential: [UInt8], in session: some SQLSession) throws -> Int64? {
        try session.value("SELECT id FROM player WHERE credential = $1", [credential])
    }

    /// Makes a player who has the credential, unless there is one, and adds the gifts.
    ///
    /// - Parameter number: makes the new player's number.
    func makePlayer(in session: some SQLSession, number: () throws -> Int64) throws {
        guard try Self.player(ofCredential: credential, in: session) == nil else { return }
        let player = try number()
        try session.run("INSERT INTO player VALUES ($1, $2, $3)", [player, credential, at])
        for posting in postings(of: player) { _ = try posting.post(in: session) }
    }
}

extension TokenFamily {
    static func find(_ number: Int64, in session: some SQLSession) throws -> TokenFamily? {
        try session.row("SELECT * FROM token_family WHERE id = $1", [number]).map {
            TokenFamily(player: $0["player"], newest: $0["newest"], expires: $0["expires_at_ms"])
        }
    }

    /// Deletes those of a player's families that end first, so that there is room for one more.
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
