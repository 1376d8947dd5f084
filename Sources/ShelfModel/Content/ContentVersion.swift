/// What is known of a published content: its number, the digest of its files, who published it, when and why. A version
/// never changes; one that is scheduled can be cancelled before it takes effect.
package struct ContentVersion: Hashable, Sendable {
    /// Counts up from 1.
    package let number: Int64
    /// SHA-256 over the files, 32 bytes.
    package let digest: [UInt8]
    /// The name of an admin's token, or ``filesAuthor``.
    package let author: String
    package let at: Instant
    package let reason: String
    package let origin: Origin
    /// When it takes effect. Of all versions whose instant has come, the one with the latest is in force; of several
    /// with the same one, that with the highest number.
    package let from: Instant
    /// Who has cancelled it before it took effect; `nil` when nobody has. It never takes effect then.
    package let cancellation: Cancellation?

    package struct Cancellation: Hashable, Sendable {
        /// The name of an admin's token.
        package let by: String
        package let at: Instant
        package let reason: String

        package init(by: String, at: Instant, reason: String) {
            (self.by, self.at, self.reason) = (by, at, reason)
        }
    }

    /// Where a version's content came from.
    package enum Origin: Hashable, Sendable {
        /// A server read it from its configuration files.
        case files
        /// An admin sent it.
        case published
        /// An admin made the content of an earlier version the newest again.
        case rolledBack(to: Int64)
    }

    /// The author of a version that a server read from its files.
    package static let filesAuthor = "files"

    package init(
        number: Int64, digest: [UInt8], author: String, at: Instant, reason: String, origin: Origin, from: Instant,
        cancellation: Cancellation? = nil
    ) {
        self.number = number
        self.digest = digest
        self.author = author
        self.at = at
        self.reason = reason
        self.origin = origin
        self.from = from
        self.cancellation = cancellation
    }

    /// Whether it was published to take effect later.
    package var isScheduled: Bool { from > at }
}
