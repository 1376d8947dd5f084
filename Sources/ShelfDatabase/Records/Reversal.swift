package import ShelfModel

/// A purchase that is taken back, by whom and why.
package struct Reversal: Hashable, Sendable {
    package let purchase: Int64
    package let kind: Kind
    package let reason: String
    package let by: String
    package let key: String
    package let at: Instant

    package enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// The money goes back to the player.
        case refund
        /// It doesn't.
        case revocation
    }

    package init(purchase: Int64, kind: Kind, reason: String, by: String, key: String, at: Instant) {
        self.purchase = purchase
        self.kind = kind
        self.reason = reason
        self.by = by
        self.key = key
        self.at = at
    }
}

/// What became of a reversal. A number of an edition is never sold again: it is retired.
package enum ReversalAnswer: Hashable, Sendable {
    case reversed(KeptOrder, balance: Int64, isReplay: Bool)
    /// The key was used before, for something else.
    case keyReused
    /// There is no such purchase, or it was refused and nothing was sold.
    case notSold
    /// Another reversal came first.
    case reversedAlready(Reversal)
    /// The money doesn't fit into the wallet.
    case impossible(balance: Int64)
}

/// A settled order, and what became of it later.
package struct KeptOrder: Hashable, Sendable {
    package let settled: SettledOrder
    package let reversal: Reversal?

    package init(settled: SettledOrder, reversal: Reversal?) {
        self.settled = settled
        self.reversal = reversal
    }
}

/// An item that a player owns.
package struct OwnedItem: Hashable, Sendable {
    package let item: Item.ID
    package let count: Int64
    /// Of a limited edition, the numbers of the copies.
    package let numbers: [Int64]

    package init(item: Item.ID, count: Int64, numbers: [Int64]) {
        self.item = item
        self.count = count
        self.numbers = numbers
    }
}
