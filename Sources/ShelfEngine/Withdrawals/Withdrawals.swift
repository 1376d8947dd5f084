package import ShelfDatabase
package import ShelfModel

/// Takes off sale what operators name, ends that, and tells readers.
package struct Withdrawals: Sendable {
    let database: any WithdrawalDatabase
    let notices: NoticeBoard
    let timeline: Timeline

    /// - Parameter audit: makes the entry for the audit log, which is written in the same transaction.
    package func withdraw(
        _ order: WithdrawalOrder, audit: @escaping @Sendable (WithdrawalAnswer) -> AuditEntry?
    ) async throws -> WithdrawalAnswer {
        try await told(database.withdraw(order, audit: audit))
    }

    /// - Parameter audit: makes the entry for the audit log, which is written in the same transaction.
    package func lift(
        _ order: LiftOrder, audit: @escaping @Sendable (WithdrawalAnswer) -> AuditEntry?
    ) async throws -> WithdrawalAnswer {
        try await told(database.lift(order, audit: audit))
    }

    /// The answer is in force whatever comes of telling it: that is tried again twice a second.
    private func told(_ answer: WithdrawalAnswer) async -> WithdrawalAnswer {
        _ = try? await notices.refresh(earliest: timeline.earliest)
        return answer
    }
}
