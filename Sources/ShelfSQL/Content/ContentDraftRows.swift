import ShelfModel

extension ContentDraft {
    static func find(_ name: String, in session: some SQLSession) throws -> ContentDraft? {
        try session.row("SELECT * FROM content_draft WHERE name = $1", [name]).map { ContentDraft(row: $0) }
    }

    func write(to session: some SQLSession) throws {
        try session.run(
            """
            INSERT INTO content_draft VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, content = excluded.content,
                author = excluded.author, at_ms = excluded.at_ms
            """,
            [name, revision, digest, author, at])
    }

    init(row: some SQLRow) {
        self.init(
            name: row["name"], revision: row["revision"], digest: row["content"], author: row["author"],
            at: row["at_ms"])
    }
}
