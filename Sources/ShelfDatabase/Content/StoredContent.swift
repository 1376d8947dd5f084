package import ShelfModel

/// The files of a content version or a draft, and the digests that name them. The database keeps each file once,
/// however many contents it belongs to.
package struct StoredContent: Hashable, Sendable {
    /// SHA-256 over all files, 32 bytes.
    package let digest: [UInt8]
    /// Sorted by path.
    package let files: [File]
    /// SHA-256 of each pack's bundle, 32 bytes. These files stay as long as the content does.
    package let bundles: [[UInt8]]

    package struct File: Hashable, Sendable {
        package let file: ContentFile
        /// SHA-256 of its bytes, 32 bytes.
        package let digest: [UInt8]

        package init(file: ContentFile, digest: [UInt8]) {
            self.file = file
            self.digest = digest
        }
    }

    package init(digest: [UInt8], files: [File], bundles: [[UInt8]] = []) {
        self.digest = digest
        self.files = files
        self.bundles = bundles
    }
}

/// A content version that has no number yet.
package struct NewContentVersion: Hashable, Sendable {
    package let content: StoredContent
    package let author: String
    package let at: Instant
    package let reason: String
    package let origin: ContentVersion.Origin
    /// When it takes effect.
    package let from: Instant
    /// The named zones of its stores, each name once.
    package let zones: [Zone]

    package init(
        content: StoredContent, author: String, at: Instant, reason: String, origin: ContentVersion.Origin,
        from: Instant, zones: [Zone] = []
    ) {
        self.content = content
        self.author = author
        self.at = at
        self.reason = reason
        self.origin = origin
        self.from = from
        self.zones = zones
    }

    /// The version as it is with a number.
    package func numbered(_ number: Int64) -> ContentVersion {
        ContentVersion(
            number: number, digest: content.digest, author: author, at: at, reason: reason, origin: origin, from: from)
    }
}
