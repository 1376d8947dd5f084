/// Identifies a store's newest window, on which the next publication is based.
package struct WindowHead: Hashable, Sendable {
    package let sequence: Int64
    /// SHA-256 of its bytes, hexadecimal.
    package let digest: String

    package init(sequence: Int64, digest: String) {
        self.sequence = sequence
        self.digest = digest
    }
}
