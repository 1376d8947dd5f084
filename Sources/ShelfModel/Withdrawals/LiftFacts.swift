/// What a lift is judged by, read while all withdrawals are locked.
package struct LiftFacts: Hashable, Sendable {
    /// The withdrawal that the same author has lifted with the same key before.
    package var lifted: Withdrawal?
    /// The withdrawal that the same author has made with the same key.
    package var withdrawn: Withdrawal?
    /// The withdrawal of the number that the order names.
    package var withdrawal: Withdrawal?

    package init(lifted: Withdrawal? = nil, withdrawn: Withdrawal? = nil, withdrawal: Withdrawal?) {
        self.lifted = lifted
        self.withdrawn = withdrawn
        self.withdrawal = withdrawal
    }

    package func judge(_ order: LiftOrder) -> LiftVerdict {
        if let lifted {
            let isSame = lifted.number == order.withdrawal && lifted.lift?.reason == order.reason
            return .answered(isSame ? .withdrawn(lifted, isReplay: true) : .keyReused)
        }
        guard withdrawn == nil else { return .answered(.keyReused) }
        guard let withdrawal, withdrawal.listing == nil, withdrawal.lift == nil else { return .answered(.notLiftable) }
        return .lifted(
            Withdrawal(number: withdrawal.number, order: withdrawal.order, listing: nil, lift: order))
    }
}

/// What becomes of an order to lift a withdrawal.
package enum LiftVerdict: Hashable, Sendable {
    /// This is the answer, and nothing changes.
    case answered(WithdrawalAnswer)
    /// The withdrawal's lift is stored. So the answer is ``WithdrawalAnswer/withdrawn(_:isReplay:)``.
    case lifted(Withdrawal)
}
