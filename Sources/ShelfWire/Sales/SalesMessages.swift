/// `GET /v1/admin/numbers`: what was sold, given and taken, and how many players there were, by hour or day.
///
/// What has no row has only zeros.
package struct SalesAnswer: Hashable, Sendable, Codable {
    /// The span that was counted, in milliseconds since the epoch. Its end is at most that of the present hour or day.
    package let fromMs: Int64
    package let toMs: Int64
    /// Up to where nothing can change any more.
    package let closedUntilMs: Int64?
    package let sales: [Sale]
    /// Only of all stores together.
    package let money: [Money]?
    /// Only of all stores together.
    package let players: [Players]?
    /// What is left of limited editions now, of those of which a copy was sold. Only where sales are by item.
    package let editions: [Edition]?
    /// What is left now of the listings on sale that have limited stock. Only where sales are by listing.
    package let stock: [Stock]?

    /// Purchases and reversals in an hour or a day, in one currency.
    package struct Sale: Hashable, Sendable, Codable {
        /// When the hour or day begins.
        package let atMs: Int64
        package var store: String?
        package var item: String?
        /// The set that the item belonged to when it was sold; `nil` also for purchases from before cards were stored.
        package var set: String?
        package var listing: Listing?
        package let currency: String
        package let sold: Int64
        package let revenue: Int64
        package let refunds: Int64
        package let refunded: Int64
        package let revocations: Int64

        package init(
            atMs: Int64, currency: String, sold: Int64, revenue: Int64, refunds: Int64, refunded: Int64,
            revocations: Int64
        ) {
            self.atMs = atMs
            self.currency = currency
            self.sold = sold
            self.revenue = revenue
            self.refunds = refunds
            self.refunded = refunded
            self.revocations = revocations
        }
    }

    /// Names a listing of a store.
    package struct Listing: Hashable, Sendable, Codable {
        package let chain: ChainID
        package let slot: Int
        package let position: Int
        package let revision: Int

        package init(chain: ChainID, slot: Int, position: Int, revision: Int) {
            self.chain = chain
            self.slot = slot
            self.position = position
            self.revision = revision
        }
    }

    /// Changes of wallets in an hour or a day that were neither purchases nor their refunds.
    package struct Money: Hashable, Sendable, Codable {
        package let atMs: Int64
        package let currency: String
        /// As the journal's counterparts are called.
        package let counterpart: String
        package let entries: Int64
        package let given: Int64
        package let taken: Int64

        package init(
            atMs: Int64, currency: String, counterpart: String, entries: Int64, given: Int64, taken: Int64
        ) {
            self.atMs = atMs
            self.currency = currency
            self.counterpart = counterpart
            self.entries = entries
            self.given = given
            self.taken = taken
        }
    }

    /// The players of an hour or a day.
    package struct Players: Hashable, Sendable, Codable {
        package let atMs: Int64
        package let new: Int64
        /// Different players who bought something or came for the first time.
        package let active: Int64

        package init(atMs: Int64, new: Int64, active: Int64) {
            self.atMs = atMs
            self.new = new
            self.active = active
        }
    }

    package struct Edition: Hashable, Sendable, Codable {
        package let item: String
        /// How many copies there can ever be, and how many are left; `nil` when the catalogue has the item no more.
        package let copies: Int64?
        package let left: Int64?
        package let sold: Int64

        package init(item: String, copies: Int64?, left: Int64?, sold: Int64) {
            self.item = item
            self.copies = copies
            self.left = left
            self.sold = sold
        }
    }

    package struct Stock: Hashable, Sendable, Codable {
        package let store: String
        package let listing: Listing
        package let item: String
        package let copies: Int64
        package let left: Int64

        package init(store: String, listing: Listing, item: String, copies: Int64, left: Int64) {
            self.store = store
            self.listing = listing
            self.item = item
            self.copies = copies
            self.left = left
        }
    }

    package init(
        fromMs: Int64, toMs: Int64, closedUntilMs: Int64?, sales: [Sale], money: [Money]? = nil,
        players: [Players]? = nil, editions: [Edition]? = nil, stock: [Stock]? = nil
    ) {
        self.fromMs = fromMs
        self.toMs = toMs
        self.closedUntilMs = closedUntilMs
        self.sales = sales
        self.money = money
        self.players = players
        self.editions = editions
        self.stock = stock
    }
}
