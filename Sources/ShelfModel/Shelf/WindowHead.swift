/// Identifies what a store has decided: its newest window and how often listings were changed. The next publication or
/// change is based on it.
package struct WindowHead: Hashable, Sendable {
    package let sequence: Int64
    /// SHA-256 of its bytes, hexadecimal.
    package let digest: String
    /// How often an operator has changed listings of the store, in all its time.
    package let changes: Int64

    package init(sequence: Int64, digest: String, changes: Int64 = 0) {
        self.changes = changes
        self.sequence = sequence
        self.digest = digest
    }
}
