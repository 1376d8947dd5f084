/// Somebody who may do more than players, as the operator wrote it down: never the token itself.
package struct AdminToken: Hashable, Sendable {
    /// Who it is in the journal and the audit log.
    package let name: String
    /// SHA-256 of the token, 32 bytes.
    package let hash: [UInt8]
    package let scopes: Set<Scope>

    /// What a token is good for.
    package enum Scope: String, Hashable, Sendable, CaseIterable {
        case walletsWrite = "wallets:write"
        case purchasesWrite = "purchases:write"
        case playersRead = "players:read"
        case auditRead = "audit:read"
    }

    package init(name: String, hash: [UInt8], scopes: Set<Scope>) {
        self.name = name
        self.hash = hash
        self.scopes = scopes
    }
}
