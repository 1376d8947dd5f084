import ShelfDatabase
package import ShelfModel

/// What an admin says about content that is to be the next version.
package struct ContentPublication: Hashable, Sendable {
    package let author: String
    package let at: Instant
    package let reason: String
    /// When it shall take effect; `nil` for at once.
    package let from: Instant?
    /// The version that the content was made from; 0 for none.
    package let base: Int64
    /// The highest version for which the author accepts that it is undone, undoes this, or comes early; `nil` to accept
    /// nothing.
    package let over: Int64?
    /// A scheduled version that gets the same changes, so that it doesn't undo them; `nil` for none.
    package let alsoIn: Int64?
    /// Whether the planned appearances may go that the base has, where the files have no plan.
    package let dropsPlan: Bool
    /// The version that must be in force; `nil` for any.
    package let inForce: Int64?

    /// How many characters a reason may have.
    package static let longestReason = 500

    package init(
        author: String, at: Instant, reason: String, from: Instant? = nil, base: Int64, over: Int64? = nil,
        alsoIn: Int64? = nil, dropsPlan: Bool = false, inForce: Int64? = nil
    ) {
        self.author = author
        self.at = at
        self.reason = reason
        self.from = from
        self.base = base
        self.over = over
        self.alsoIn = alsoIn
        self.dropsPlan = dropsPlan
        self.inForce = inForce
    }

    /// - Parameters:
    ///   - now: by which versions take effect.
    ///   - newest: the version that is the newest so far.
    ///   - zones: those of the content's stores.
    func version(
        of content: StoredContent, _ origin: ContentVersion.Origin, now: Instant,
        after newest: ContentVersion?, zones: [Zone]
    ) -> NewContentVersion {
        let earliest = ContentVersion.start(now: now, after: newest)
        return NewContentVersion(
            content: content, author: author, at: at, reason: reason, origin: origin,
            from: max(from ?? earliest, earliest), zones: zones)
    }
}
