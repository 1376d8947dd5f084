import ShelfDatabase
package import ShelfModel

/// What an admin says about content that is to be the next version.
package struct ContentPublication: Hashable, Sendable {
    package let author: String
    package let at: Instant
    package let reason: String
    /// When it shall take effect; `nil` for at once.
    package let from: Instant?
    /// The newest version that the author has seen; `nil` to publish whatever came since.
    package let after: Int64?
    /// The version that the content was made from, if that must be in force; `nil` otherwise.
    package let base: Int64?

    package init(
        author: String, at: Instant, reason: String, from: Instant? = nil, after: Int64? = nil, base: Int64? = nil
    ) {
        self.author = author
        self.at = at
        self.reason = reason
        self.from = from
        self.after = after
        self.base = base
    }

    /// - Parameters:
    ///   - now: by which versions take effect.
    ///   - newest: the version that is the newest so far.
    func version(
        of content: StoredContent, _ origin: ContentVersion.Origin, now: Instant,
        after newest: ContentVersion?
    ) -> NewContentVersion {
        let earliest = ContentVersion.start(now: now, after: newest)
        return NewContentVersion(
            content: content, author: author, at: at, reason: reason, origin: origin,
            from: max(from ?? earliest, earliest))
    }
}
