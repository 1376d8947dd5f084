import ShelfDatabase
import ShelfModel

/// One use of an admin token. It is recorded in the audit log whatever the outcome.
struct AdminUse: Sendable {
    /// The token's name.
    let by: String
    /// The method and the path.
    var what: String
    let at: Instant
    /// The player and the purchase, as far as the path names them.
    let about: AuditSubject

    /// - Parameter about: the player, purchase and amount, if the request's handler knows more than the path.
    func entry(_ status: Int, about: AuditSubject? = nil) -> AuditEntry {
        AuditEntry(id: 0, at: at, by: by, what: what, status: status, about: about ?? self.about)
    }
}

extension AuditSubject {
    init(_ posting: Posting) {
        self.init(
            player: posting.player, currency: posting.currency, amount: posting.amount, reason: posting.reason)
    }

    /// - Parameter answer: whose the purchase is, and what came of it.
    init(_ reversal: Reversal, _ answer: ReversalAnswer) {
        self.init(purchase: reversal.purchase, reason: reversal.reason)
        guard case .reversed(let kept, _, _) = answer else { return }
        let order = kept.settled.order
        player = order.id.player
        guard reversal.kind == .refund else { return }
        (currency, amount) = (order.currency, order.offered)
    }
}
