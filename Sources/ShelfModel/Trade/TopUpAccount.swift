/// What is known of one transaction of real money: who claimed it, how much of it was revoked, and what the wallet was
/// given for it.
///
/// Claims and revisions arrive in any order, late, and more than once. Each of them brings what was given nearer to
/// what is ``due``. In the end only the revision counts that the App Store signed last, and nothing is given or taken
/// twice.
package struct TopUpAccount: Hashable, Sendable {
    package let transaction: String
    /// The claim of the player who sent the transaction first.
    package private(set) var claim: TopUpClaim?
    package private(set) var revoked: RevokedShare
    /// When the revision in force was signed.
    package private(set) var revised: Instant?
    /// What the wallet was given for it, less what was taken back.
    package private(set) var given: Int64

    package init(
        transaction: String, claim: TopUpClaim? = nil, revoked: RevokedShare = .none, revised: Instant? = nil,
        given: Int64 = 0
    ) {
        self.transaction = transaction
        self.claim = claim
        self.revoked = revoked
        self.revised = revised
        self.given = given
    }

    /// What the wallet should have been given, by the claim and the revision in force.
    package var due: Int64 { claim.map { $0.amount - revoked.of($0.amount) } ?? 0 }

    /// What is still to be given, since the wallet had no room for it: the next claim or revision gives it once there
    /// is. Negative when the player had spent it before it could be taken back.
    package var outstanding: Int64 { due - given }

    /// What the wallet is given now; negative when something is taken.
    ///
    /// No more is taken than was newly revoked. What an earlier refund found spent stays with the player.
    ///
    /// - Parameter before: the amount that was ``due`` until now.
    package func change(from before: Int64) -> Int64 { max(outstanding, min(0, due - before)) }

    /// By how much a wallet is too small for a change.
    package static func lacking(_ change: Int64, in balance: Int64) -> Int64 {
        change < 0 ? max(0, -change - balance) : 0
    }

    /// - Returns: whether the transaction belongs to this player, by this claim or an earlier one.
    package mutating func take(_ claim: TopUpClaim) -> Bool {
        self.claim = self.claim ?? claim
        return self.claim?.player == claim.player
    }

    /// - Returns: `false` when this revision, or one that was signed later, is known already.
    package mutating func take(_ revision: TopUpRevision) -> Bool {
        if let revised, revised >= revision.signed { return false }
        (revoked, revised) = (revision.revoked, revision.signed)
        return true
    }

    /// Notes what the wallet was given; negative when something was taken.
    package mutating func note(_ change: Int64) {
        given += change
    }
}

/// A player's claim to a transaction, which the App Store's signature proves.
package struct TopUpClaim: Hashable, Sendable {
    package let player: Int64
    package let product: String
    package let currency: String
    /// At least 1.
    package let amount: Int64

    package init(player: Int64, product: String, currency: String, amount: Int64) {
        self.player = player
        self.product = product
        self.currency = currency
        self.amount = amount
    }
}

/// The App Store's statement of how much of a transaction is revoked in all.
package struct TopUpRevision: Hashable, Sendable {
    package let transaction: String
    /// ``RevokedShare/none`` when a refund was reversed.
    package let revoked: RevokedShare
    package let signed: Instant

    package init(transaction: String, revoked: RevokedShare, signed: Instant) {
        self.transaction = transaction
        self.revoked = revoked
        self.signed = signed
    }
}
