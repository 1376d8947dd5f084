package import ShelfModel

/// An entry of the audit log: one use of an admin token.
package struct AuditEntry: Hashable, Sendable {
    package let id: Int64
    package let at: Instant
    /// The token's name.
    package let by: String
    /// The method and the path.
    package let what: String
    /// The HTTP status of the answer.
    package let status: Int
    package let about: AuditSubject
    /// The route, such as `GET /v1/admin/players/{player}`; `nil` for a path that no route has.
    package let route: String?

    package init(
        id: Int64, at: Instant, by: String, what: String, status: Int, about: AuditSubject = .none,
        route: String? = nil
    ) {
        self.id = id
        self.at = at
        self.by = by
        self.what = what
        self.status = status
        self.about = about
        self.route = route
    }
}
