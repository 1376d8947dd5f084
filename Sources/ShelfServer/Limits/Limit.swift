package import ShelfConfiguration
import ShelfWire

/// How often each client may do something, and the words in which more is refused. Each subject declares its own.
package struct Limit: Sendable {
    /// What clients are counted by.
    package enum Counted: Hashable, Sendable {
        case networks, players, admins
    }

    /// One that is counted.
    enum Client: Hashable, Sendable {
        /// ``Network/of(_:)`` an address. A person may have many players.
        case network(String)
        case player(Int64)
        /// The name of an admin's token.
        case admin(String)
    }

    package let name: String
    package let counts: Counted
    /// The rate that the settings give.
    package let rate: @Sendable (LimitSettings) -> Rate
    /// The words for a client that is to wait for this number of seconds.
    let refusal: @Sendable (Int64) -> Problem

    init(
        _ name: String, of counts: Counted,
        refusal: @escaping @Sendable (Int64) -> Problem = Problem.rateLimited(seconds:),
        _ rate: @escaping @Sendable (LimitSettings) -> Rate
    ) {
        (self.name, self.counts, self.refusal, self.rate) = (name, counts, refusal, rate)
    }

    /// The same under the name that a route's terms have for it.
    init(
        _ name: Route.Limit, of counts: Counted,
        refusal: @escaping @Sendable (Int64) -> Problem = Problem.rateLimited(seconds:),
        _ rate: @escaping @Sendable (LimitSettings) -> Rate
    ) {
        self.init(name.rawValue, of: counts, refusal: refusal, rate)
    }
}
