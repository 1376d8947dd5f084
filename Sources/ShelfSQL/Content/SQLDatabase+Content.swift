package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func add(
        _ version: NewContentVersion, after newest: Int64, audit: @escaping @Sendable (ContentVersion?) -> AuditEntry?
    ) async throws -> ContentVersion? {
        try await write { session in
            try session.lock(.content)
            let last: Int64 = try session.value("SELECT MAX(number) FROM content_version") ?? 0
            let added = last == newest ? version.numbered(last + 1) : nil
            if let added {
                try version.content.insert(into: session)
                try added.insert(into: session)
                for zone in version.zones { try zone.insert(of: added.number, into: session) }
            }
            try audit(added)?.insert(into: session)
            return added
        }
    }

    package func cancelContentVersion(
        _ number: Int64, _ cancellation: ContentVersion.Cancellation,
        audit: @escaping @Sendable ([ContentVersion]) -> AuditEntry?
    ) async throws -> (version: ContentVersion, isNew: Bool, replaced: [ContentVersion])? {
        try await write { session in
            try session.lock(.content)
            let row = try session.row("SELECT * FROM content_version WHERE number = $1", [number])
            guard var version = try row.map({ try ContentVersion(row: $0) }) else { return nil }
            let isNew = version.cancellation == nil && version.from > cancellation.at
            var replaced: [ContentVersion] = []
            if isNew {
                version = try version.cancelled(cancellation, in: session)
                replaced = try session.rows(
                    """
                    SELECT * FROM content_version WHERE from_ms = $1 AND number < $2 AND cancelled_at_ms IS NULL
                    ORDER BY number
                    """, [version.from, number]
                ).map { try ContentVersion(row: $0).cancelled(cancellation, in: session) }
            }
            try audit(isNew ? [version] + replaced : [])?.insert(into: session)
            return (version, isNew, replaced)
        }
    }

    package func contentVersion(inForceAt instant: Instant) async throws -> ContentVersion? {
        try await version(
            "WHERE from_ms <= $1 AND cancelled_at_ms IS NULL ORDER BY from_ms DESC, number DESC", [instant])
    }

    package func contentVersion(_ number: Int64) async throws -> ContentVersion? {
        try await version("WHERE number = $1", [number])
    }

    package func newestContentVersionFromFiles() async throws -> ContentVersion? {
        try await version("WHERE origin = 'files' ORDER BY number DESC", [])
    }

    package func contentVersions(before: Int64?, limit: Int) async throws -> [ContentVersion] {
        try await versions("WHERE number < $1 ORDER BY number DESC LIMIT $2", [before ?? Int64.max, limit])
    }

    package func contentVersions(comingAfter instant: Instant) async throws -> [ContentVersion] {
        try await versions("WHERE from_ms > $1 AND cancelled_at_ms IS NULL ORDER BY from_ms, number", [instant])
    }

    package func contentFiles(_ digest: [UInt8]) async throws -> [ContentFile]? {
        let files = try await read { try ContentFile.all(of: digest, in: $0) }
        return files.isEmpty ? nil : files
    }

    package func contentZones(of version: Int64) async throws -> [Zone] {
        try await read { try Zone.all(of: version, in: $0) }
    }

    package func contentDrafts() async throws -> [ContentDraft] {
        try await read { session in
            try session.rows("SELECT * FROM content_draft ORDER BY name").map { ContentDraft(row: $0) }
        }
    }

    package func contentDraft(_ name: String) async throws -> ContentDraft? {
        try await read { try ContentDraft.find(name, in: $0) }
    }

    package func keep(
        _ content: StoredContent, asDraft name: String, over revision: Int64, by author: String, at: Instant,
        audit: @escaping @Sendable (ContentDraft?) -> AuditEntry?
    ) async throws -> ContentDraft? {
        try await write { session in
            try session.lock(.content)
            let before = try ContentDraft.find(name, in: session)
            guard before?.revision ?? 0 == revision else {
                try audit(nil)?.insert(into: session)
                return nil
            }
            let draft = ContentDraft(
                name: name, revision: revision + 1, digest: content.digest, author: author, at: at)
            try content.insert(into: session)
            try draft.write(to: session)
            if let before { try ContentFile.forgetUnused(before.digest, in: session) }
            try audit(draft)?.insert(into: session)
            return draft
        }
    }

    package func deleteContentDraft(
        _ name: String, revision: Int64, audit: @escaping @Sendable (Bool) -> AuditEntry?
    ) async throws -> Bool {
        try await write { session in
            try session.lock(.content)
            let draft = try ContentDraft.find(name, in: session)
            let isThere = draft?.revision == revision
            if let draft, isThere {
                try session.run("DELETE FROM content_draft WHERE name = $1", [name])
                try ContentFile.forgetUnused(draft.digest, in: session)
            }
            try audit(isThere)?.insert(into: session)
            return isThere
        }
    }

    private func version(_ condition: String, _ arguments: [any SQLArgument]) async throws -> ContentVersion? {
        try await versions("\(condition) LIMIT 1", arguments).first
    }

    private func versions(_ condition: String, _ arguments: [any SQLArgument]) async throws -> [ContentVersion] {
        try await read { session in
            try session.rows("SELECT * FROM content_version \(condition)", arguments).map {
                try ContentVersion(row: $0)
            }
        }
    }
}
