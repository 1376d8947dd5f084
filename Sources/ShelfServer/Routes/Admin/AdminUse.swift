import ShelfDatabase
import ShelfModel

/// A use of an admin's token, which is written down however it ends.
struct AdminUse: Sendable {
    /// The token's name.
    let by: String
    /// The method and the path.
    let what: String
    let at: Instant

    func entry(_ status: Int) -> AuditEntry { AuditEntry(id: 0, at: at, by: by, what: what, status: status) }
}
