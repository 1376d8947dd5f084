package import ShelfModel

/// What happened in a span, by hour or day. What has no row happened nowhere: all its numbers are 0.
///
/// An amount that is greater than an `Int64` can hold is given as the greatest one.
package struct SalesFigures: Hashable, Sendable {
    /// By time, subject and currency.
    package let sales: [Goods]
    /// By time, currency and counterpart.
    package let money: [Money]
    /// By time.
    package let players: [Players]

    package init(sales: [Goods] = [], money: [Money] = [], players: [Players] = []) {
        self.sales = sales
        self.money = money
        self.players = players
    }

    /// Purchases and reversals. Each counts when it happened: a refund today of yesterday's purchase is today's.
    package struct Goods: Hashable, Sendable {
        package let at: Instant
        package let subject: Subject
        package let currency: String
        package let sold: Int64
        /// What the players paid for what was sold, whatever was refunded later.
        package let revenue: Int64
        package let refunds: Int64
        /// What the players got back. The journal's account of sales has changed by ``revenue`` minus this.
        package let refunded: Int64
        /// Purchases that were taken back without returning the money.
        package let revocations: Int64

        package init(
            at: Instant, subject: Subject, currency: String, sold: Int64, revenue: Int64, refunds: Int64 = 0,
            refunded: Int64 = 0, revocations: Int64 = 0
        ) {
            self.at = at
            self.subject = subject
            self.currency = currency
            self.sold = sold
            self.revenue = revenue
            self.refunds = refunds
            self.refunded = refunded
            self.revocations = revocations
        }
    }

    package enum Subject: Hashable, Sendable {
        case total
        case store(String)
        case item(Item.ID)
        /// The set that the item belonged to when it was sold; `nil` for purchases from before cards were stored.
        case set(String?)
        case listing(ListingName, item: Item.ID)
    }

    /// Changes of wallets that were neither purchases nor their refunds.
    package struct Money: Hashable, Sendable {
        package let at: Instant
        package let currency: String
        package let counterpart: JournalEntry.Counterpart
        /// The number of entries in the journal.
        package let entries: Int64
        /// What players received, and what was taken from them. The counterpart's account has changed by the
        /// difference.
        package let given: Int64
        package let taken: Int64

        package init(
            at: Instant, currency: String, counterpart: JournalEntry.Counterpart, entries: Int64, given: Int64,
            taken: Int64
        ) {
            self.at = at
            self.currency = currency
            self.counterpart = counterpart
            self.entries = entries
            self.given = given
            self.taken = taken
        }
    }

    package struct Players: Hashable, Sendable {
        package let at: Instant
        /// Players who came for the first time.
        package let new: Int64
        /// Different players who bought something or came for the first time.
        package let active: Int64

        package init(at: Instant, new: Int64, active: Int64) {
            self.at = at
            self.new = new
            self.active = active
        }
    }
}
