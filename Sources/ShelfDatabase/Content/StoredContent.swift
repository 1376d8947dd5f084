package import ShelfModel

/// The files of a content version or a draft, and the digests that name them. The database keeps each file once,
/// however many contents it belongs to.
package struct StoredContent: Hashable, Sendable {
    /// SHA-256 over all files, 32 bytes.
    package let digest: [UInt8]
    /// Sorted by path.
    package let files: [File]

    package struct File: Hashable, Sendable {
        package let file: ContentFile
        /// SHA-256 of its bytes, 32 bytes.
        package let digest: [UInt8]

        package init(file: ContentFile, digest: [UInt8]) {
            self.file = file
            self.digest = digest
        }
    }

    package init(digest: [UInt8], files: [File]) {
        self.digest = digest
        self.files = files
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

    package init(
        content: StoredContent, author: String, at: Instant, reason: String, origin: ContentVersion.Origin,
        from: Instant
    ) {
        self.content = content
        self.author = author
        self.at = at
        self.reason = reason
        self.origin = origin
        self.from = from
    }

    /// The version as it is with a number.
    package func numbered(_ number: Int64) -> ContentVersion {
        ContentVersion(
            number: number, digest: content.digest, author: author, at: at, reason: reason, origin: origin, from: from)
    }
}
