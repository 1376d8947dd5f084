package import ShelfDatabase
import ShelfModel

extension StoredPicture {
    /// The latest picture of a master.
    static func find(master: [UInt8], in session: some SQLSession) throws -> StoredPicture? {
        try session.row("SELECT * FROM picture WHERE master = $1 ORDER BY pipeline DESC LIMIT 1", [master])
            .map { try read($0, in: session) }
    }

    static func find(name: [UInt8], in session: some SQLSession) throws -> StoredPicture? {
        try session.row("SELECT * FROM picture WHERE name = $1", [name]).map { try read($0, in: session) }
    }

    static func all(in session: some SQLSession) throws -> [StoredPicture] {
        let rows = try session.rows("SELECT picture, pipeline, width, file FROM picture_variant ORDER BY width")
        let variants = Dictionary(grouping: rows) { Key(master: $0[0], pipeline: $0[1]) }
        return try session.rows("SELECT * FROM picture ORDER BY master, pipeline").map { row in
            let own = variants[Key(master: row["master"], pipeline: row["pipeline"])] ?? []
            return try StoredPicture(row: row, variants: own.map { Variant(width: $0[2], file: $0[3]) })
        }
    }

    private struct Key: Hashable {
        let master: [UInt8]
        let pipeline: Int
    }

    /// The pictures that an operator has removed, sorted by their masters.
    package static func removed(in session: some SQLSession) throws -> [StoredPicture] {
        try all(in: session).filter { $0.removal != nil }
    }

    /// Removes this picture in another copy of the database, which may know nothing of it, as it is removed here.
    ///
    /// - Returns: whether it wasn't removed there.
    package func removeAgain(in session: some SQLSession) throws -> Bool {
        guard let removal else { return false }
        let known = try Self.find(master: master, in: session)
        guard known?.removal == nil else { return false }
        if known == nil { try insert(at: removal.at, into: session) }
        try session.run(
            "UPDATE picture SET removed_at_ms = $2, removal_reason = $3 WHERE master = $1 AND removed_at_ms IS NULL",
            [master, removal.at, removal.reason])
        return true
    }

    private static func read(_ row: some SQLRow, in session: some SQLSession) throws -> StoredPicture {
        let rows = try session.rows(
            "SELECT width, file FROM picture_variant WHERE picture = $1 AND pipeline = $2 ORDER BY width",
            [row["master"] as [UInt8], row["pipeline"] as Int])
        return try StoredPicture(row: row, variants: rows.map { Variant(width: $0[0], file: $0[1]) })
    }

    private init(row: some SQLRow, variants: [Variant]) throws {
        let removedAt: Instant? = row["removed_at_ms"]
        self.init(
            master: row["master"], pipeline: row["pipeline"],
            picture: Picture(name: row["name"], thumbHash: try row.read("thumb") { ThumbHash(bytes: $0) }),
            variants: variants, shownFrom: row["shown_from_ms"],
            removal: removedAt.map { Removal(at: $0, reason: row["removal_reason"] ?? "") })
    }

    /// Notes from when on pictures can be seen. An earlier instant that is noted stays.
    ///
    /// - Parameter instants: by the pictures' names.
    static func show(from instants: [[UInt8]: Instant], in session: some SQLSession) throws {
        for (name, instant) in instants.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            try session.run(
                """
                UPDATE picture SET shown_from_ms = $2
                WHERE name = $1 AND (shown_from_ms IS NULL OR shown_from_ms > $2)
                """, [name, instant])
        }
    }

    /// Stores a picture unless its master has one already, of this pipeline or a later one, or a removed one.
    ///
    /// - Returns: the master's picture; `nil` when one of its files isn't there.
    func add(at instant: Instant, to session: some SQLSession) throws -> StoredPicture? {
        if let known = try Self.find(master: master, in: session),
            known.pipeline >= pipeline || known.removal != nil
        {
            return known
        }
        for variant in variants {
            guard try StoredFile.find(variant.file, in: session)?.isWhole == true else { return nil }
        }
        try insert(at: instant, into: session)
        return self
    }

    func insert(at instant: Instant, into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO picture (master, pipeline, name, thumb, renewed_at_ms) VALUES ($1, $2, $3, $4, $5)",
            [master, pipeline, picture.name, picture.thumbHash.bytes, instant])
        for variant in variants {
            try session.run(
                "INSERT INTO picture_variant (picture, pipeline, width, file) VALUES ($1, $2, $3, $4)",
                [master, pipeline, variant.width, variant.file])
        }
    }
}
