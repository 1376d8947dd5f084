/// A token for the admin routes, known by its hash. The configuration never contains the token itself.
package struct AdminToken: Hashable, Sendable {
    /// The name under which the journal and the audit log record uses of the token.
    package let name: String
    /// SHA-256 of the token, 32 bytes.
    package let hash: [UInt8]
    package let scopes: Set<Scope>

    /// What a token allows.
    package enum Scope: String, Hashable, Sendable, CaseIterable {
        case walletsWrite = "wallets:write"
        case purchasesWrite = "purchases:write"
        case playersRead = "players:read"
        /// Checks receipts, which is all that a game's own server needs.
        case receiptsRead = "receipts:read"
        case auditRead = "audit:read"
        case salesRead = "numbers:read"
        /// Sees what the stores will show, which is kept from everybody else.
        case futureRead = "future:read"
        /// Sees content versions and drafts, in which there may be items that aren't released, and what was withdrawn.
        case contentRead = "content:read"
        /// Publishes content, and takes off sale.
        case contentWrite = "content:write"
    }

    package init(name: String, hash: [UInt8], scopes: Set<Scope>) {
        self.name = name
        self.hash = hash
        self.scopes = scopes
    }
}
