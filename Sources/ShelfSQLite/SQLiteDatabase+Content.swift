import Foundation
import GRDB
package import ShelfDatabase
package import ShelfModel

extension SQLiteDatabase: ContentDatabase {
    package func add(
        _ version: NewContentVersion, after newest: Int64, audit: @escaping @Sendable (ContentVersion?) -> AuditEntry?
    ) async throws -> ContentVersion? {
        try await write { database in
            let last = try Int64.fetchOne(database, sql: "SELECT MAX(number) FROM content_version") ?? 0
            let added = last == newest ? version.numbered(last + 1) : nil
            if let added {
                try version.content.insert(into: database)
                try added.insert(into: database)
            }
            try audit(added)?.insert(into: database)
            return added
        }
    }

    package func contentVersion(inForceAt instant: Instant) async throws -> ContentVersion? {
        try await version("WHERE from_ms <= ? ORDER BY from_ms DESC, number DESC", [instant.milliseconds])
    }

    package func contentVersion(_ number: Int64) async throws -> ContentVersion? {
        try await version("WHERE number = ?", [number])
    }

    package func newestContentVersionFromFiles() async throws -> ContentVersion? {
        try await version("WHERE origin = 'files' ORDER BY number DESC", [])
    }

    package func contentVersions(before: Int64?, limit: Int) async throws -> [ContentVersion] {
        try await versions("WHERE number < ? ORDER BY number DESC LIMIT ?", [before ?? .max, limit])
    }

    package func contentVersions(comingAfter instant: Instant) async throws -> [ContentVersion] {
        try await versions("WHERE from_ms > ? ORDER BY from_ms, number", [instant.milliseconds])
    }

    package func contentFiles(_ digest: [UInt8]) async throws -> [ContentFile]? {
        let files = try await read { try ContentFile.all(of: digest, in: $0) }
        return files.isEmpty ? nil : files
    }

    package func contentDrafts() async throws -> [ContentDraft] {
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM content_draft ORDER BY name").map(ContentDraft.init(row:))
        }
    }

    package func contentDraft(_ name: String) async throws -> ContentDraft? {
        try await read { try ContentDraft.find(name, in: $0) }
    }

    package func keep(
        _ content: StoredContent, asDraft name: String, over revision: Int64, by author: String, at: Instant,
        audit: @escaping @Sendable (ContentDraft?) -> AuditEntry?
    ) async throws -> ContentDraft? {
        try await write { database in
            let before = try ContentDraft.find(name, in: database)
            guard before?.revision ?? 0 == revision else {
                try audit(nil)?.insert(into: database)
                return nil
            }
            let draft = ContentDraft(
                name: name, revision: revision + 1, digest: content.digest, author: author, at: at)
            try content.insert(into: database)
            try draft.write(to: database)
            if let before { try ContentFile.forgetUnused(before.digest, in: database) }
            try audit(draft)?.insert(into: database)
            return draft
        }
    }

    package func deleteContentDraft(
        _ name: String, revision: Int64, audit: @escaping @Sendable (Bool) -> AuditEntry?
    ) async throws -> Bool {
        try await write { database in
            let draft = try ContentDraft.find(name, in: database)
            let isThere = draft?.revision == revision
            if let draft, isThere {
                try database.run("DELETE FROM content_draft WHERE name = ?", [name])
                try ContentFile.forgetUnused(draft.digest, in: database)
            }
            try audit(isThere)?.insert(into: database)
            return isThere
        }
    }

    private func version(_ condition: String, _ arguments: StatementArguments) async throws -> ContentVersion? {
        try await versions("\(condition) LIMIT 1", arguments).first
    }

    private func versions(_ condition: String, _ arguments: StatementArguments) async throws -> [ContentVersion] {
        try await read { database in
            try Row.fetchAll(
                database.cachedStatement(sql: "SELECT * FROM content_version \(condition)"), arguments: arguments
            ).map(ContentVersion.init(row:))
        }
    }
}
