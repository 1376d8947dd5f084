/// What is known of one transaction of real money: whose it is, how much of it was revoked, and what was given for it.
///
/// Claims and revisions come in any order, late, and more than once. Each
/// brings what was given nearer to what is ``due``, so that in the end only
/// that counts which the App Store signed last, and nothing is given or taken
/// twice.
package struct TopUpAccount: Hashable, Sendable {
    package let transaction: String
    /// Of whoever sent the transaction first.
    package private(set) var claim: TopUpClaim?
    package private(set) var revoked: RevokedShare
    /// When the revision that holds was signed.
    package private(set) var revised: Instant?
    /// What came to the wallet for it, less what went.
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

    /// What the wallet should have been given.
    package var due: Int64 { claim.map { $0.amount - revoked.of($0.amount) } ?? 0 }

    /// What is still to be given; below zero, what was spent before it could be taken.
    package var outstanding: Int64 { due - given }

    /// What comes to the wallet now; below zero, what goes.
    ///
    /// No more goes than is newly revoked: what an earlier refund found spent stays spent.
    ///
    /// - Parameter before: what was ``due`` until now.
    package func change(from before: Int64) -> Int64 { max(outstanding, min(0, due - before)) }

    /// How much of a change a wallet doesn't hold.
    package static func lacking(_ change: Int64, in balance: Int64) -> Int64 {
        change < 0 ? max(0, -change - balance) : 0
    }

    /// - Returns: whether the transaction is this player's, from now on or from before.
    package mutating func take(_ claim: TopUpClaim) -> Bool {
        self.claim = self.claim ?? claim
        return self.claim?.player == claim.player
    }

    /// - Returns: `false` when something that was signed later, or this very revision, is known already.
    package mutating func take(_ revision: TopUpRevision) -> Bool {
        if let revised, revised >= revision.signed { return false }
        (revoked, revised) = (revision.revoked, revision.signed)
        return true
    }

    /// Notes what came to the wallet; below zero, what went.
    package mutating func note(_ change: Int64) {
        given += change
    }
}

/// A player's word, proven by the App Store's signature, that a transaction was theirs.
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

/// The App Store's word on how much of a transaction is revoked in all.
package struct TopUpRevision: Hashable, Sendable {
    package let transaction: String
    /// ``RevokedShare/none`` once it was taken back and is good again.
    package let revoked: RevokedShare
    package let signed: Instant

    package init(transaction: String, revoked: RevokedShare, signed: Instant) {
        self.transaction = transaction
        self.revoked = revoked
        self.signed = signed
    }
}
