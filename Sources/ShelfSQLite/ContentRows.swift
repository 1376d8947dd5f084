import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

extension StoredContent {
    /// Stores the files that aren't stored yet.
    func insert(into database: Database) throws {
        for file in files {
            try database.run(
                "INSERT INTO content_blob VALUES (?, ?) ON CONFLICT DO NOTHING",
                [Data(file.digest), Data(file.file.bytes)])
            try database.run(
                "INSERT INTO content_file VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [Data(digest), file.file.path, Data(file.digest)])
        }
    }
}

extension ContentFile {
    /// A content's files, sorted by path.
    static func all(of content: [UInt8], in database: Database) throws -> [ContentFile] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT path, bytes FROM content_file JOIN content_blob ON content_blob.digest = content_file.blob
                WHERE content = ? ORDER BY path
                """, arguments: [Data(content)]
        ).map { ContentFile(path: $0["path"], bytes: $0.bytes("bytes")) }
    }

    /// Deletes a content's files if neither a version nor a draft has this content, and the bytes that are then used
    /// nowhere else.
    static func forgetUnused(_ content: [UInt8], in database: Database) throws {
        let name = Data(content)
        let isUsed = try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM content_version WHERE content = ?)
                    OR EXISTS (SELECT 1 FROM content_draft WHERE content = ?)
                """, arguments: [name, name])
        guard isUsed == false else { return }
        let blobs = try Data.fetchAll(
            database, sql: "SELECT DISTINCT blob FROM content_file WHERE content = ?", arguments: [name])
        try database.run("DELETE FROM content_file WHERE content = ?", [name])
        for blob in blobs {
            try database.run(
                """
                DELETE FROM content_blob
                WHERE digest = ? AND NOT EXISTS (SELECT 1 FROM content_file WHERE blob = digest)
                """, [blob])
        }
    }
}

extension ContentVersion {
    func insert(into database: Database) throws {
        try database.run(
            "INSERT INTO content_version VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                number, Data(digest), author, at.milliseconds, reason, origin.word, origin.target, from.milliseconds,
            ])
    }

    init(row: Row) throws {
        self.init(
            number: row["number"], digest: row.bytes("content"), author: row["author"], at: row.instant("at_ms"),
            reason: row["reason"],
            origin: try row.read("origin") { Origin(word: $0, target: row["rolled_back_to"]) },
            from: row.instant("from_ms"))
    }
}

extension ContentBasis {
    /// From when on another version is in force than this one; `nil` when none follows it.
    static func overtaking(_ version: Int64, in database: Database) throws -> Instant? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT later.from_ms FROM content_version AS basis JOIN content_version AS later
                    ON (later.from_ms, later.number) > (basis.from_ms, basis.number)
                WHERE basis.number = ? ORDER BY later.from_ms, later.number LIMIT 1
                """)
        return try Int64.fetchOne(statement, arguments: [version]).map(Instant.init(milliseconds:))
    }

    func isOvertaken(in database: Database) throws -> Bool {
        try Self.overtaking(version, in: database).map { $0 <= at } ?? false
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

extension ContentDraft {
    static func find(_ name: String, in database: Database) throws -> ContentDraft? {
        try Row.fetchOne(database, sql: "SELECT * FROM content_draft WHERE name = ?", arguments: [name])
            .map(ContentDraft.init(row:))
    }

    func write(to database: Database) throws {
        try database.run(
            "INSERT OR REPLACE INTO content_draft VALUES (?, ?, ?, ?, ?)",
            [name, revision, Data(digest), author, at.milliseconds])
    }

    init(row: Row) {
        self.init(
            name: row["name"], revision: row["revision"], digest: row.bytes("content"), author: row["author"],
            at: row.instant("at_ms"))
    }
}
