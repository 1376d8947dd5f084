/// Stores the audit log of what admins do. ``SupportDatabase`` writes the entry for a change in the same transaction as
/// the change.
package protocol AuditDatabase: Sendable {
    /// Records a use of an admin token that changed nothing. The database assigns the entry's number.
    func audit(_ entry: AuditEntry) async throws

    /// Returns uses of admin tokens, the newest first.
    ///
    /// - Parameter before: only entries with smaller numbers are returned; `nil` for the newest.
    func auditLog(before: Int64?, limit: Int) async throws -> [AuditEntry]
}
