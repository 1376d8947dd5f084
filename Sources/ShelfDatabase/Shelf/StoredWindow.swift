package import ShelfModel

/// An issued window, byte for byte.
package struct StoredWindow: Hashable, Sendable {
    package let store: String
    package let sequence: Int64
    package let issuedAt: Instant
    /// SHA-256, hexadecimal.
    package let digest: String
    package let bytes: [UInt8]

    package init(store: String, sequence: Int64, issuedAt: Instant, digest: String, bytes: [UInt8]) {
        self.store = store
        self.sequence = sequence
        self.issuedAt = issuedAt
        self.digest = digest
        self.bytes = bytes
    }

    /// The store's head when this is its newest window.
    package func head(changes: Int64 = 0) -> WindowHead {
        WindowHead(sequence: sequence, digest: digest, changes: changes)
    }
}
