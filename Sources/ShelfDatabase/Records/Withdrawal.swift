package import ShelfModel

/// An operator's order to stop selling something.
package struct WithdrawalOrder: Hashable, Sendable {
    package let goods: Goods
    package let reason: String
    package let by: String
    /// The idempotency key. Orders with the same key and the same ``by`` are one order, however often they are sent.
    package let key: String
    package let at: Instant

    /// What is withdrawn.
    package enum Goods: Hashable, Sendable {
        /// The listing that starts at a position of a store at an instant.
        case listing(store: String, position: Int, start: Instant)
        /// Every listing that shows the item, in one store or in all.
        case item(Item.ID, store: String?)
        /// Every listing of a store.
        case store(String)
    }

    package init(goods: Goods, reason: String, by: String, key: String, at: Instant) {
        self.goods = goods
        self.reason = reason
        self.by = by
        self.key = key
        self.at = at
    }
}

/// An operator's order to sell again what an item's or a store's withdrawal covers.
///
/// It counts for listings that start at ``until`` or later. By then no listing that may have been named as withdrawn is
/// still to come, so that a withdrawal is final for each listing that was named.
package struct LiftOrder: Hashable, Sendable {
    /// The number of the withdrawal.
    package let withdrawal: Int64
    package let reason: String
    package let by: String
    /// The idempotency key. No withdrawal has the same one.
    package let key: String
    package let at: Instant

    /// More than the longest lead of a store's keys, and than how wrong its clock can be.
    private static let delay = TimeSpan.minutes(11)

    package init(withdrawal: Int64, reason: String, by: String, key: String, at: Instant) {
        self.withdrawal = withdrawal
        self.reason = reason
        self.by = by
        self.key = key
        self.at = at
    }

    package var until: Instant { at + Self.delay }
}

/// An order to stop selling something, as it is in force.
package struct Withdrawal: Hashable, Sendable {
    /// Counts up in the order of the withdrawals; gaps mean nothing.
    package let number: Int64
    package let order: WithdrawalOrder
    /// The listing that is withdrawn, with its newest revision at that time; `nil` for an item or a store.
    package let listing: ListingName?
    /// `nil` while it isn't lifted, and for a listing, which is withdrawn for good.
    package let lift: LiftOrder?

    package init(number: Int64, order: WithdrawalOrder, listing: ListingName?, lift: LiftOrder? = nil) {
        self.number = number
        self.order = order
        self.listing = listing
        self.lift = lift
    }

    /// The first instant at which a listing may start that isn't covered any more.
    package var until: Instant { lift?.until ?? .distantFuture }

    /// More than a listing lasts: until then, a lifted withdrawal may still cover one that isn't over.
    package static let longestListing = TimeSpan.hours(12)
}

/// The outcome of an order to stop selling something, or to lift that.
package enum WithdrawalAnswer: Hashable, Sendable {
    case withdrawn(Withdrawal, isReplay: Bool)
    /// The key was already used for another withdrawal, or for another lift.
    case keyReused
    /// The store has drawn no listing that starts at this position and instant, or it is long over.
    case noSuchListing
    /// There is no such withdrawal, or it was lifted before, or it is that of a listing, which is final.
    case notLiftable
}
