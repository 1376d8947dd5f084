package import ShelfDatabase
package import ShelfModel

/// Takes off sale what operators name, ends that, and tells readers.
package struct Withdrawals: Sendable {
    let database: any WithdrawalDatabase
    let notices: NoticeBoard
    let shelves: Shelves
    let timeline: Timeline

    /// An offer of several listings is withdrawn as a whole. It may be named by any instant of it.
    ///
    /// - Parameter audit: makes the entry for the audit log, which is written in the same transaction.
    package func withdraw(
        _ order: WithdrawalOrder, audit: @escaping @Sendable (WithdrawalAnswer) -> AuditEntry?
    ) async throws -> WithdrawalAnswer {
        let whole = WithdrawalOrder(
            goods: whole(order.goods), reason: order.reason, by: order.by, key: order.key, at: order.at)
        return try await told(database.withdraw(whole, audit: audit))
    }

    private func whole(_ goods: WithdrawalOrder.Goods) -> WithdrawalOrder.Goods {
        guard case .listing(let store, let position, let start) = goods,
            let offer = shelves[store]?.offer(at: position, start)
        else { return goods }
        return .offer(store: store, position: position, span: offer.span)
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
