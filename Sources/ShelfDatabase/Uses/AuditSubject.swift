/// The player and the purchase that a use of an admin token concerned, as far as they are known.
package struct AuditSubject: Hashable, Sendable {
    package var player: Int64?
    package var purchase: Int64?
    package var currency: String?
    /// The amount that the player received; negative when money was taken.
    package var amount: Int64?
    package var reason: String?

    package init(
        player: Int64? = nil, purchase: Int64? = nil, currency: String? = nil, amount: Int64? = nil,
        reason: String? = nil
    ) {
        self.player = player
        self.purchase = purchase
        self.currency = currency
        self.amount = amount
        self.reason = reason
    }

    package static let none = AuditSubject()
}
