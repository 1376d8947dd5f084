/// `GET /v1/admin/audit`: every use of an admin token, the newest first.
package struct AuditAnswer: Hashable, Sendable, Codable {
    package let uses: [Use]
    package let next: Int64?

    package struct Use: Hashable, Sendable, Codable {
        package let use: Int64
        package let at: Int64
        package let by: String
        package let what: String
        /// The route, such as `POST /v1/admin/withdrawals`; `nil` in entries of before it was kept.
        package let route: String?
        package let status: Int
        /// The player and the purchase that it concerned, as far as they are known.
        package let player: String?
        package let purchase: Int64?
        package let currency: String?
        /// The amount that the player received; negative when money was taken.
        package let amount: Int64?
        package let reason: String?

        package init(
            use: Int64, at: Int64, by: String, what: String, route: String?, status: Int, player: String?,
            purchase: Int64?, currency: String?, amount: Int64?, reason: String?
        ) {
            self.use = use
            self.at = at
            self.by = by
            self.what = what
            self.route = route
            self.status = status
            self.player = player
            self.purchase = purchase
            self.currency = currency
            self.amount = amount
            self.reason = reason
        }
    }

    package init(uses: [Use], next: Int64?) {
        self.uses = uses
        self.next = next
    }
}
