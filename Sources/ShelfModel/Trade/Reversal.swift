/// The reversal of a purchase: who made it, and why.
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
        /// The player gets no money back.
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

/// The outcome of a reversal. The number of a copy from a limited edition is retired and never sold again.
package enum ReversalAnswer: Hashable, Sendable {
    case reversed(KeptOrder, balance: Int64, isReplay: Bool)
    /// The key was already used for something else.
    case keyReused
    /// The purchase doesn't exist, or the order was refused, so nothing was sold.
    case notSold
    /// The purchase had already been reversed.
    case reversedAlready(Reversal)
    /// The money doesn't fit into the wallet.
    case impossible(balance: Int64)
}
