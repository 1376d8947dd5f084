/// Content that is being edited: it has a name, and isn't in force.
package struct ContentDraft: Hashable, Sendable {
    package let name: String
    /// Counts up from 1 with every change, so that nobody overwrites what they haven't seen.
    package let revision: Int64
    /// SHA-256 over the content's files, 32 bytes.
    package let digest: [UInt8]
    /// Who made the last change.
    package let author: String
    package let at: Instant

    package init(name: String, revision: Int64, digest: [UInt8], author: String, at: Instant) {
        self.name = name
        self.revision = revision
        self.digest = digest
        self.author = author
        self.at = at
    }
}
