/// What a withdrawal is judged by, read while all withdrawals are locked.
package struct WithdrawalFacts: Hashable, Sendable {
    /// The withdrawal that the same author has made with the same key before.
    package let earlier: Withdrawal?
    /// Whether the same author has lifted a withdrawal with the same key.
    package let isKeyOfLift: Bool
    /// The withdrawal by which the same is off sale already: of the same item, store or listing, in its newest
    /// revision, and not lifted.
    package let inForce: Withdrawal?
    /// The newest revision of the listing that the order names; `nil` when none is drawn, or no listing is named.
    package let drawn: Drawn?

    /// A listing as the store has drawn it.
    package struct Drawn: Hashable, Sendable {
        /// 16 bytes.
        package let chain: [UInt8]
        package let slot: Int
        package let revision: Int
        package let seconds: Int

        package init(chain: [UInt8], slot: Int, revision: Int, seconds: Int) {
            self.chain = chain
            self.slot = slot
            self.revision = revision
            self.seconds = seconds
        }
    }

    package init(earlier: Withdrawal?, isKeyOfLift: Bool, inForce: Withdrawal?, drawn: Drawn?) {
        self.earlier = earlier
        self.isKeyOfLift = isKeyOfLift
        self.inForce = inForce
        self.drawn = drawn
    }

    package func judge(_ order: WithdrawalOrder) -> WithdrawalVerdict {
        if let earlier {
            let isSame = earlier.order.goods.areNamed(by: order.goods) && earlier.order.reason == order.reason
            return .answered(isSame ? .withdrawn(earlier, isReplay: true) : .keyReused)
        }
        guard !isKeyOfLift else { return .answered(.keyReused) }
        // So one lift puts it on sale again.
        if let inForce { return .answered(.withdrawn(inForce, isReplay: true)) }
        if case .offer(let store, let position, let span) = order.goods {
            let name = ListingName(offerOf: store, position: position, start: span.lowerBound)
            return .entered(NewWithdrawal(order: order, listing: name, end: span.upperBound))
        }
        guard case .listing(let store, let position, let start) = order.goods else {
            return .entered(NewWithdrawal(order: order, listing: nil, end: nil))
        }
        guard let drawn else { return .answered(.noSuchListing) }
        let name = ListingName(
            store: store, chain: drawn.chain, slot: drawn.slot, position: position, revision: drawn.revision)
        return .entered(NewWithdrawal(order: order, listing: name, end: start + .seconds(drawn.seconds)))
    }
}

/// What becomes of an order to withdraw something.
package enum WithdrawalVerdict: Hashable, Sendable {
    /// This is the answer, and nothing changes.
    case answered(WithdrawalAnswer)
    /// The withdrawal is stored. So the answer is ``WithdrawalAnswer/withdrawn(_:isReplay:)``.
    case entered(NewWithdrawal)
}
