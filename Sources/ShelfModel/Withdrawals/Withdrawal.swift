/// A stored order to stop selling something, and its lift if there was one.
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

    /// As long as an offer lasts: until then, a lifted withdrawal may still cover one that isn't over.
    package static let longestOffer = Offer.longest
}

/// The outcome of an order to stop selling something, or to lift that.
package enum WithdrawalAnswer: Hashable, Sendable {
    /// - Parameter isReplay: whether it was so before, by the same order or by another one for the same.
    case withdrawn(Withdrawal, isReplay: Bool)
    /// The key was already used for another withdrawal, or for another lift.
    case keyReused
    /// The store has drawn no listing that starts at this position and instant, or it is long over.
    case noSuchListing
    /// There is no such withdrawal, or it was lifted before, or it is that of a listing, which is final.
    case notLiftable
}
