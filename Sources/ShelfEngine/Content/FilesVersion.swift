import ShelfDatabase
import ShelfModel

/// Makes a content version of configuration files, unless they are the ones that a server read last.
struct FilesVersion: Sendable {
    let database: any ContentDatabase

    /// - Parameter zones: those of the content's stores, which a new version keeps.
    /// - Returns: the version that came from these files: a new one, or the newest that came from any files.
    func enter(
        _ content: StoredContent, zones: [Zone], reason: String, now: Instant
    ) async throws -> ContentVersion {
        while true {
            if let last = try await database.newestContentVersionFromFiles(), last.digest == content.digest {
                return last
            }
            let newest = try await database.contentVersions(before: nil, limit: 1).first
            let new = NewContentVersion(
                content: content, author: ContentVersion.filesAuthor, at: now, reason: reason, origin: .files,
                from: ContentVersion.start(now: now, after: newest), zones: zones)
            if let added = try await database.add(new, after: newest?.number ?? 0, audit: { _ in nil }) {
                return added
            }
        }
    }
}

extension ContentVersion {
    /// When a version takes effect that is published without an instant of its own.
    ///
    /// It isn't before the newest one does, even if another server, whose clock is ahead, published that. A version
    /// that is scheduled for later doesn't hold it up.
    static func start(now: Instant, after newest: ContentVersion?) -> Instant {
        guard let newest, !newest.isScheduled else { return now }
        return max(now, newest.from)
    }
}
