import ShelfModel
import ShelfSQL

/// How old orders may be when they are judged.
///
/// Every server shares the database's clock. So no change is committed much later than the instant that it carries,
/// however long a server stood still, and an hour that was closed stays as it was counted.
struct OrderAges: Hashable, Sendable {
    /// `nil` for any age.
    let oldest: TimeSpan?

    /// - Parameter now: by the database's clock.
    /// - Throws: ``OrderTooOld`` when one of the orders is too old.
    func check(_ orders: [PurchaseOrder], at now: Instant) throws {
        guard let oldest, let first = orders.map(\.at).min(), now - first > oldest else { return }
        throw OrderTooOld(age: now - first)
    }

    static var clock: PostgresQuery<Instant> {
        PostgresQuery(DatabaseClock.statement, []) { result in
            Instant(milliseconds: result.rows.first?[0] ?? 0)
        }
    }
}

/// An order has waited for too long, so that it wasn't judged.
package struct OrderTooOld: Error, Hashable, CustomStringConvertible {
    let age: TimeSpan

    package var description: String {
        """
        an order was \(age.milliseconds) ms old by the database's clock, so it was not judged; if that goes on, compare \
        the clocks of this machine and the database's (chrony)
        """
    }
}
