package import ShelfWire

/// A token for the admin routes, known by its hash. The configuration never contains the token itself.
package struct AdminToken: Hashable, Sendable {
    /// The name under which the journal and the audit log record uses of the token.
    package let name: String
    /// SHA-256 of the token, 32 bytes.
    package let hash: [UInt8]
    package let scopes: Set<AdminScope>

    package init(name: String, hash: [UInt8], scopes: Set<AdminScope>) {
        self.name = name
        self.hash = hash
        self.scopes = scopes
    }
}
