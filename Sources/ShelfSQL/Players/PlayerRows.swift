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
