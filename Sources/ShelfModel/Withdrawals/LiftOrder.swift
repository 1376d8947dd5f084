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
