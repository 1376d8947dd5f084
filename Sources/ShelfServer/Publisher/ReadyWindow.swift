import ShelfDatabase
package import ShelfModel

/// A window as it is sent.
package struct ReadyWindow: Sendable {
    package let sequence: Int64
    package let issuedAt: Instant
    package let digest: String
    package let bytes: [UInt8]

    init(_ window: StoredWindow) {
        sequence = window.sequence
        issuedAt = window.issuedAt
        digest = window.digest
        bytes = window.bytes
    }

    /// Strong: another window is another file.
    package var entityTag: String { "\"\(digest)\"" }
}
