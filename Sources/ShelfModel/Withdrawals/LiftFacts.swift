/// What a lift is judged by, read while all withdrawals are locked.
package struct LiftFacts: Hashable, Sendable {
    /// The withdrawal that the same author has lifted with the same key before.
    package let earlier: Withdrawal?
    /// Whether the same author has made a withdrawal with the same key.
    package let isKeyOfWithdrawal: Bool
    /// The withdrawal of the number that the order names.
    package let withdrawal: Withdrawal?

    package init(earlier: Withdrawal?, isKeyOfWithdrawal: Bool, withdrawal: Withdrawal?) {
        self.earlier = earlier
        self.isKeyOfWithdrawal = isKeyOfWithdrawal
        self.withdrawal = withdrawal
    }

    package func judge(_ order: LiftOrder) -> LiftVerdict {
        if let earlier {
            let isSame = earlier.number == order.withdrawal && earlier.lift?.reason == order.reason
            return .answered(isSame ? .withdrawn(earlier, isReplay: true) : .keyReused)
        }
        guard !isKeyOfWithdrawal else { return .answered(.keyReused) }
        guard let withdrawal, withdrawal.listing == nil, withdrawal.lift == nil else { return .answered(.notLiftable) }
        return .entered(
            Withdrawal(number: withdrawal.number, order: withdrawal.order, listing: nil, lift: order))
    }
}

/// What becomes of an order to lift a withdrawal.
package enum LiftVerdict: Hashable, Sendable {
    /// This is the answer, and nothing changes.
    case answered(WithdrawalAnswer)
    /// The withdrawal's lift is stored. So the answer is ``WithdrawalAnswer/withdrawn(_:isReplay:)``.
    case entered(Withdrawal)
}
