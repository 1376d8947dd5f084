package import ShelfModel

/// One use of an admin token.
package struct AuditEntry: Hashable, Sendable {
    package let id: Int64
    package let at: Instant
    /// The token's name.
    package let by: String
    /// The method and the path.
    package let what: String
    /// The answer's status.
    package let status: Int

    package init(id: Int64, at: Instant, by: String, what: String, status: Int) {
        self.id = id
        self.at = at
        self.by = by
        self.what = what
        self.status = status
    }
}
