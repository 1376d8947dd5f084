/// What a reversal is judged by, read while its author's key and the player who bought are locked.
package struct ReversalFacts: Hashable, Sendable {
    /// The reversal that the same author has made with the same key before.
    package let earlier: Reversal?
    /// Whether the same author has posted something with the same key.
    package let isKeyOfPosting: Bool
    /// The order of the number that the reversal names.
    package let kept: KeptOrder?
    /// What the wallet that paid holds. It is ignored when there is no order.
    package let balance: Int64

    package init(earlier: Reversal?, isKeyOfPosting: Bool, kept: KeptOrder?, balance: Int64) {
        self.earlier = earlier
        self.isKeyOfPosting = isKeyOfPosting
        self.kept = kept
        self.balance = balance
    }

    package func judge(_ reversal: Reversal) -> ReversalVerdict {
        if isKeyReused(by: reversal) { return .answered(.keyReused) }
        guard let kept, kept.settled.verdict.isSold else { return .answered(.notSold) }
        if let former = kept.reversal {
            let isReplay = (former.by, former.key) == (reversal.by, reversal.key)
            return .answered(
                isReplay ? .reversed(kept, balance: balance, isReplay: true) : .reversedAlready(former))
        }
        let refund = reversal.refund(of: kept.settled.order)
        guard let after = Money.sum(balance, refund?.amount ?? 0) else {
            return .answered(.impossible(balance: balance))
        }
        let reversed = KeptOrder(settled: kept.settled, reversal: reversal, card: kept.card)
        return .entered(reversed, refund: refund, balance: after)
    }

    private func isKeyReused(by reversal: Reversal) -> Bool {
        guard let earlier else { return isKeyOfPosting }
        return (earlier.purchase, earlier.kind, earlier.reason) != (reversal.purchase, reversal.kind, reversal.reason)
    }
}

/// What becomes of a reversal.
package enum ReversalVerdict: Hashable, Sendable {
    /// This is the answer, and nothing changes.
    case answered(ReversalAnswer)
    /// The order's reversal is stored, and the player has one copy less. So the answer is
    /// ``ReversalAnswer/reversed(_:balance:isReplay:)``.
    ///
    /// - Parameters:
    ///   - refund: the journal entry of the money that goes back; `nil` when none does, and then the wallet stays as it
    ///     is.
    ///   - balance: what the wallet holds then.
    case entered(KeptOrder, refund: NewJournalEntry?, balance: Int64)
}

extension Reversal {
    fileprivate func refund(of order: OrderRecord) -> NewJournalEntry? {
        guard kind == .refund, order.offered > 0 else { return nil }
        return NewJournalEntry(
            at: at, player: order.id.player, currency: order.currency, amount: order.offered, counterpart: .sales,
            reason: reason, by: by, key: key, purchase: purchase)
    }
}
