import ShelfModel

extension Zone {
    /// Stores a named zone with a content version.
    func insert(of version: Int64, into session: some SQLSession) throws {
        try session.run("INSERT INTO content_zone VALUES ($1, $2, $3)", [version, name, text])
    }

    /// The zones that a content version keeps, sorted by name.
    static func all(of version: Int64, in session: some SQLSession) throws -> [Zone] {
        try session.rows("SELECT name, zone FROM content_zone WHERE version = $1 ORDER BY name", [version]).map { row in
            try row.read("zone") { Zone(name: row["name"], text: $0) }
        }
    }
}
