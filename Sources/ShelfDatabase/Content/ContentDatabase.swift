package import ShelfModel

/// Stores content versions, which are never deleted, and drafts. Nothing of a version is changed, but for that it may be
/// cancelled.
///
/// Several servers may share one database. A version is added, and a draft changed, only by someone who knows the
/// newest version or the draft's present revision. Each write is one transaction, durable before the call returns, and
/// the entry for the audit log is written in it.
package protocol ContentDatabase: Sendable {
    /// Adds a version. Its number is one more than the newest one's.
    ///
    /// - Parameters:
    ///   - newest: the number of the newest version as the caller knows it; 0 when there is none.
    ///   - audit: makes the entry for the audit log from the result.
    /// - Returns: the version; `nil` when another is the newest, and then nothing was stored.
    func add(
        _ version: NewContentVersion, after newest: Int64, audit: @escaping @Sendable (ContentVersion?) -> AuditEntry?
    ) async throws -> ContentVersion?

    /// Cancels a version that takes effect later than the cancellation, and those of the same instant whose place it has
    /// taken: nothing takes effect then that has a lower number.
    ///
    /// - Parameter audit: makes the entry for the audit log from the versions that are cancelled now, that one first.
    /// - Returns: the version as it is then, whether it is cancelled only now, and those that are cancelled with it; `nil`
    ///   when there is none with this number. It isn't cancelled again, and not when it has taken effect already.
    func cancelContentVersion(
        _ number: Int64, _ cancellation: ContentVersion.Cancellation,
        audit: @escaping @Sendable ([ContentVersion]) -> AuditEntry?
    ) async throws -> (version: ContentVersion, isNew: Bool, replaced: [ContentVersion])?

    /// Returns the version in force at an instant. It is the last one that takes effect at that instant or before and
    /// isn't cancelled, and of several with the same instant the one with the highest number.
    func contentVersion(inForceAt instant: Instant) async throws -> ContentVersion?

    func contentVersion(_ number: Int64) async throws -> ContentVersion?

    /// Returns the newest of the versions that servers have read from their files.
    func newestContentVersionFromFiles() async throws -> ContentVersion?

    /// Returns versions, the newest first.
    ///
    /// - Parameter before: only versions with smaller numbers are returned; `nil` for the newest.
    func contentVersions(before: Int64?, limit: Int) async throws -> [ContentVersion]

    /// Returns versions that take effect after `instant` and aren't cancelled, the next first.
    func contentVersions(comingAfter instant: Instant) async throws -> [ContentVersion]

    /// Returns the files of a version or a draft, sorted by path; `nil` when neither has this digest.
    func contentFiles(_ digest: [UInt8]) async throws -> [ContentFile]?

    /// Returns the zones that a version keeps, sorted by name; none for an unknown version.
    func contentZones(of version: Int64) async throws -> [Zone]

    /// Returns all drafts, sorted by name.
    func contentDrafts() async throws -> [ContentDraft]

    func contentDraft(_ name: String) async throws -> ContentDraft?

    /// Stores a draft, or replaces its files.
    ///
    /// - Parameters:
    ///   - revision: the draft's revision as the caller knows it; 0 to make a new draft.
    ///   - audit: makes the entry for the audit log from the result.
    /// - Returns: the draft with its next revision; `nil` when it has another revision, and then nothing was changed.
    func keep(
        _ content: StoredContent, asDraft name: String, over revision: Int64, by author: String, at: Instant,
        audit: @escaping @Sendable (ContentDraft?) -> AuditEntry?
    ) async throws -> ContentDraft?

    /// Deletes a draft, if it has this revision.
    ///
    /// - Returns: whether it was deleted.
    func deleteContentDraft(
        _ name: String, revision: Int64, audit: @escaping @Sendable (Bool) -> AuditEntry?
    ) async throws -> Bool
}
