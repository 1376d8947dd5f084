package import ShelfDatabase
package import ShelfModel

/// What support and operators change by hand: wallets, and purchases that are taken back.
package struct TradeSupport: Sendable {
    let database: any SupportDatabase
    /// Is called after each change, so that players' devices can be told at once.
    let changed: @Sendable () -> Void

    /// Changes a balance. Each key of an operator has an effect only once.
    ///
    /// - Parameter audit: makes the entry for the audit log, which is written in the same transaction.
    package func post(
        _ posting: Posting, audit: @escaping @Sendable (PostingAnswer) -> AuditEntry?
    ) async throws -> PostingAnswer {
        defer { changed() }
        return try await database.post(posting, audit: audit)
    }

    /// Reverses a purchase, once.
    ///
    /// - Parameter audit: makes the entry for the audit log, which is written in the same transaction.
    package func reverse(
        _ reversal: Reversal, audit: @escaping @Sendable (ReversalAnswer) -> AuditEntry?
    ) async throws -> ReversalAnswer {
        defer { changed() }
        return try await database.reverse(reversal, audit: audit)
    }
}
