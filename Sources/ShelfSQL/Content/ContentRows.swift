import ShelfDatabase
package import ShelfModel

extension StoredContent {
    /// Stores the files that aren't stored yet, and notes which bundles the content has.
    func insert(into session: some SQLSession) throws {
        for bundle in bundles {
            try session.run("INSERT INTO content_bundle VALUES ($1, $2) ON CONFLICT DO NOTHING", [digest, bundle])
        }
        for file in files {
            try session.run(
                "INSERT INTO content_blob VALUES ($1, $2) ON CONFLICT DO NOTHING", [file.digest, file.file.bytes])
            try session.run(
                "INSERT INTO content_file VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                [digest, file.file.path, file.digest])
        }
    }
}

extension ContentFile {
    /// A content's files, sorted by path.
    static func all(of content: [UInt8], in session: some SQLSession) throws -> [ContentFile] {
        try session.rows(
            """
            SELECT path, bytes FROM content_file JOIN content_blob ON content_blob.digest = content_file.blob
            WHERE content = $1 ORDER BY path
            """, [content]
        ).map { ContentFile(path: $0["path"], bytes: $0["bytes"]) }
    }

    /// Deletes a content's files if neither a version nor a draft has this content, and the bytes that are then used
    /// nowhere else.
    static func forgetUnused(_ content: [UInt8], in session: some SQLSession) throws {
        let isUsed = try session.exists(
            """
            SELECT 1 FROM content_version WHERE content = $1 UNION ALL SELECT 1 FROM content_draft WHERE content = $1
            """, [content])
        guard !isUsed else { return }
        let blobs = try session.rows("SELECT DISTINCT blob FROM content_file WHERE content = $1", [content])
        try session.run("DELETE FROM content_file WHERE content = $1", [content])
        try session.run("DELETE FROM content_bundle WHERE content = $1", [content])
        for blob in blobs {
            try session.run(
                """
                DELETE FROM content_blob
                WHERE digest = $1 AND NOT EXISTS (SELECT 1 FROM content_file WHERE blob = digest)
                """, [blob[0] as [UInt8]])
        }
    }
}

extension ContentVersion {
    func insert(into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO content_version VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, NULL, NULL)",
            [number, digest, author, at, reason, origin.word, origin.target, from])
    }

    /// - Returns: the version with its cancellation.
    func cancelled(_ cancellation: Cancellation, in session: some SQLSession) throws -> ContentVersion {
        try session.run(
            """
            UPDATE content_version SET cancelled_by = $2, cancelled_at_ms = $3, cancelled_reason = $4 WHERE number = $1
            """, [number, cancellation.by, cancellation.at, cancellation.reason])
        return ContentVersion(
            number: number, digest: digest, author: author, at: at, reason: reason, origin: origin, from: from,
            cancellation: cancellation)
    }

    init(row: some SQLRow) throws {
        self.init(
            number: row["number"], digest: row["content"], author: row["author"], at: row["at_ms"],
            reason: row["reason"],
            origin: try row.read("origin") { Origin(word: $0, target: row["rolled_back_to"]) },
            from: row["from_ms"], cancellation: Cancellation(row: row))
    }
}

extension ContentVersion.Cancellation {
    fileprivate init?(row: some SQLRow) {
        guard let at = row["cancelled_at_ms"] as Instant? else { return nil }
        self.init(by: row["cancelled_by"], at: at, reason: row["cancelled_reason"])
    }
}

extension ContentBasis {
    /// When the next version takes effect; `nil` if there is none.
    package static func overtaking(_ version: Int64, in session: some SQLSession) throws -> Instant? {
        try session.value(
            """
            SELECT later.from_ms FROM content_version AS basis JOIN content_version AS later
                ON (later.from_ms, later.number) > (basis.from_ms, basis.number)
            WHERE basis.number = $1 AND later.cancelled_at_ms IS NULL ORDER BY later.from_ms, later.number LIMIT 1
            """, [version])
    }

    func isOvertaken(in session: some SQLSession) throws -> Bool {
        try Self.overtaking(version, in: session).map { $0 <= at } ?? false
    }
}

extension ContentVersion.Origin {
    fileprivate var word: String {
        switch self {
        case .files: "files"
        case .published: "published"
        case .rolledBack: "rolled back"
        }
    }

    fileprivate var target: Int64? {
        guard case .rolledBack(let number) = self else { return nil }
        return number
    }

    fileprivate init?(word: String, target: Int64?) {
        switch (word, target) {
        case ("files", nil): self = .files
        case ("published", nil): self = .published
        case ("rolled back", let number?): self = .rolledBack(to: number)
        default: return nil
        }
    }
}
