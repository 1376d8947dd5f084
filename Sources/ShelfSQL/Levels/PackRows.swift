import ShelfDatabase
import ShelfModel

extension StoredPackRelease {
    static func all(in session: some SQLSession) throws -> [StoredPackRelease] {
        try session.rows("SELECT * FROM pack_release ORDER BY pack, number").map { StoredPackRelease(row: $0) }
    }

    static func find(_ number: Int, of pack: String, in session: some SQLSession) throws -> StoredPackRelease? {
        try session.row("SELECT * FROM pack_release WHERE pack = $1 AND number = $2", [pack, number]).map {
            StoredPackRelease(row: $0)
        }
    }

    static func find(content: [UInt8], of pack: String, in session: some SQLSession) throws -> StoredPackRelease? {
        try session.row("SELECT * FROM pack_release WHERE pack = $1 AND content = $2", [pack, content]).map {
            StoredPackRelease(row: $0)
        }
    }

    private init(row: some SQLRow) {
        self.init(
            pack: row["pack"], number: row["number"], content: row["content"], engine: row["engine"],
            levels: row["levels"], bareLevels: row["bare_levels"],
            snapshot: FileHead(digest: row["snapshot"], length: row["snapshot_bytes"]), version: row["version"],
            at: row["at_ms"], shownFrom: row["shown_from_ms"])
    }

    func insert(into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO pack_release VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            [
                pack, number, content, engine, levels, snapshot.digest, snapshot.length, version, at, shownFrom,
                bareLevels,
            ])
    }

    /// Deletes the earliest releases of a pack that are too many, with their deltas. Those that a channel points at stay.
    static func forgetEarliest(of pack: String, in session: some SQLSession) throws {
        let pointedAt = Set(
            try PackMove.channels(in: session).filter { $0.pack == pack }.flatMap(\.pointer.releases))
        let numbers: [Int] = try session.rows(
            "SELECT number FROM pack_release WHERE pack = $1 ORDER BY number DESC", [pack]
        ).map { $0[0] }
        for number in numbers.dropFirst(mostKept) where !pointedAt.contains(number) {
            try session.run(
                "DELETE FROM pack_delta WHERE pack = $1 AND (from_number = $2 OR to_number = $2)", [pack, number])
            try session.run("DELETE FROM pack_source WHERE pack = $1 AND release = $2", [pack, number])
            try session.run("DELETE FROM pack_release WHERE pack = $1 AND number = $2", [pack, number])
        }
    }
}

extension StoredPackDelta {
    static func all(in session: some SQLSession) throws -> [StoredPackDelta] {
        try session.rows("SELECT * FROM pack_delta ORDER BY pack, to_number, from_number").map { row in
            StoredPackDelta(
                pack: row["pack"], from: row["from_number"], to: row["to_number"],
                file: FileHead(digest: row["file"], length: row["bytes"]))
        }
    }

    func insert(into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO pack_delta VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
            [pack, to, from, file.digest, file.length])
    }
}

extension PackMove {
    /// All moves, the first first.
    static func all(in session: some SQLSession) throws -> [PackMove] {
        try session.rows("SELECT * FROM pack_move ORDER BY sequence, pack, channel").map { PackMove(row: $0) }
    }

    /// The last move of each channel, sorted by pack and channel.
    static func channels(in session: some SQLSession) throws -> [PackMove] {
        try session.rows(
            """
            SELECT * FROM pack_move AS last WHERE NOT EXISTS (
                SELECT 1 FROM pack_move AS later
                WHERE later.pack = last.pack AND later.channel = last.channel AND later.sequence > last.sequence)
            ORDER BY pack, channel
            """
        ).map { PackMove(row: $0) }
    }

    static func last(of channel: String, _ pack: String, in session: some SQLSession) throws -> PackMove? {
        try session.row(
            "SELECT * FROM pack_move WHERE pack = $1 AND channel = $2 ORDER BY sequence DESC LIMIT 1", [pack, channel]
        ).map { PackMove(row: $0) }
    }

    init(row: some SQLRow) {
        let (share, others): (Int?, Int?) = (row["share"], row["others"])
        let rollout = share.flatMap { share in others.map { PackPointer.Rollout(share: share, others: $0) } }
        self.init(
            pack: row["pack"], channel: row["channel"], word: row["word"], sequence: row["sequence"],
            pointer: PackPointer(release: row["release"], rollout: rollout), reason: row["reason"], by: row["by"])
    }

    func insert(into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO pack_move VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            [
                pack, channel, sequence, word, pointer.release, pointer.rollout?.share, pointer.rollout?.others, reason,
                by,
            ])
    }

    /// Moves each channel to where it points, so that devices that have followed a later move, of which this copy of the
    /// database knows nothing, follow this copy.
    static func moveAllAgain(at instant: Instant, in session: some SQLSession) throws {
        for last in try channels(in: session) {
            try last.again(at: instant, reason: "a backup was restored", by: "server").insert(into: session)
        }
    }
}
