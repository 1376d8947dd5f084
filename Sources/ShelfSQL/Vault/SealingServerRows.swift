import ShelfDatabase
import ShelfModel

extension SealingServer {
    /// The servers that have reported a short while ago, by id. One whose clock is far ahead counts as silent.
    static func living(at instant: Instant, in session: some SQLSession) throws -> [SealingServer] {
        try session.rows(
            "SELECT id, name, newest_key, seals_with, at_ms FROM sealing_server WHERE at_ms > $1 AND at_ms < $2 ORDER BY id",
            [instant - SealingReport.lifetime, instant + SealingReport.lifetime]
        ).map { row in
            SealingServer(
                id: row[0], name: row[1], newestKey: UInt32(clamping: row[2] as Int64),
                sealsWith: UInt32(clamping: row[3] as Int64),
                at: row[4])
        }
    }

    /// Stores the server's report in the place of its last one, and forgets servers that are gone.
    func keep(in session: some SQLSession) throws {
        try session.run(
            """
            INSERT INTO sealing_server (id, name, newest_key, seals_with, at_ms) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (id) DO UPDATE SET newest_key = $3, seals_with = $4, at_ms = $5
            """, [id, name, Int64(newestKey), Int64(sealsWith), at])
        try session.run("DELETE FROM sealing_server WHERE at_ms < $1", [at - .hours(1)])
    }
}
