package import ShelfDatabase
package import ShelfModel

/// Keeps drafts of content: named, each with a revision, and not in force.
package struct ContentDrafts: Sendable {
    let database: any ContentDatabase

    /// Keeps files as a draft.
    ///
    /// - Parameters:
    ///   - revision: the one that its author has seen, which this one follows; 0 for a new draft.
    ///   - audit: makes the entry for the audit log, which is written in the same transaction.
    /// - Returns: `nil` when the draft has another revision.
    package func keep(
        _ files: [ContentFile], as name: String, over revision: Int64, by author: String, at instant: Instant,
        audit: @escaping @Sendable (ContentDraft?) -> AuditEntry?
    ) async throws -> ContentDraft? {
        let stored = try await offEventLoop { StoredContent(files) }
        return try await database.keep(
            stored, asDraft: name, over: revision, by: author, at: instant, audit: audit)
    }

    /// - Parameter audit: makes the entry for the audit log, which is written in the same transaction.
    /// - Returns: whether the draft had this revision, and is deleted.
    package func delete(
        _ draft: ContentDraft, revision: Int64, audit: @escaping @Sendable (Bool) -> AuditEntry?
    ) async throws -> Bool {
        try await database.deleteContentDraft(draft.name, revision: revision, audit: audit)
    }
}
