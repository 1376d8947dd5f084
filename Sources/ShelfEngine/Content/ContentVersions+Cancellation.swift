package import ShelfDatabase
package import ShelfModel

extension ContentVersions {
    /// What became of a scheduled version that was to be cancelled.
    package enum Cancelling: Sendable {
        /// - Parameters:
        ///   - isNew: whether it is cancelled only now.
        ///   - with: those whose place it had taken, which are cancelled with it.
        ///   - other: the version that takes effect at its instant instead, since it had taken its place; `nil` for none.
        ///   - next: the next scheduled version.
        case cancelled(ContentVersion, isNew: Bool, with: [ContentVersion], other: Int64?, next: ContentVersion?)
        /// It has taken effect already. Nothing was changed.
        case begun(ContentVersion)
        case unknown
    }

    /// Keeps a scheduled version from taking effect, and those whose place it has taken.
    ///
    /// - Parameter audit: makes the entry for the audit log from the versions that are cancelled now.
    package func cancel(
        _ number: Int64, _ cancellation: ContentVersion.Cancellation,
        audit: @escaping @Sendable ([ContentVersion]) -> AuditEntry?
    ) async throws -> Cancelling {
        // By this server's time it hasn't taken effect, whatever the time of the request says.
        let cancellation = ContentVersion.Cancellation(
            by: cancellation.by, at: max(now, cancellation.at), reason: cancellation.reason)
        let found = try await database.cancelContentVersion(number, cancellation, audit: audit)
        guard let (version, isNew, replaced) = found else { return .unknown }
        guard version.cancellation != nil else { return .begun(version) }
        let other = try await effective(inPlaceOf: version)
        let next = try await database.contentVersions(comingAfter: now).comingInForce.first
        return .cancelled(version, isNew: isNew, with: replaced, other: other, next: next)
    }

    /// The version that takes effect at the instant of another one instead of it; `nil` when that takes effect itself.
    package func replacing(_ version: ContentVersion) async throws -> Int64? {
        guard version.isScheduled, version.cancellation == nil else { return nil }
        return try await effective(inPlaceOf: version)
    }

    private func effective(inPlaceOf version: ContentVersion) async throws -> Int64? {
        let effective = try await database.contentVersion(inForceAt: version.from)
        guard let effective, effective.from == version.from, effective.number != version.number else { return nil }
        return effective.number
    }
}
