/// What a token for the admin routes allows.
package enum AdminScope: String, Hashable, Sendable, CaseIterable {
    case walletsWrite = "wallets:write"
    case purchasesWrite = "purchases:write"
    case playersRead = "players:read"
    /// Ends what a player has sent to others.
    case playersWrite = "players:write"
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

    /// Whether it allows a change.
    package var isWriting: Bool { rawValue.hasSuffix(":write") }
}
