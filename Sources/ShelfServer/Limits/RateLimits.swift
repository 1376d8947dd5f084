import ShelfConfiguration
import ShelfEngine
import ShelfWire

/// Counts what clients do against the server's limits.
struct RateLimits: Sendable {
    private let timeline: Timeline
    private let all: [Limit]
    private let limiters: [String: RateLimiter<Limit.Client>]

    /// - Parameter all: every limit that may be asked for, each name once.
    init(_ all: [Limit], _ settings: LimitSettings, timeline: Timeline) {
        (self.all, self.timeline) = (all, timeline)
        limiters = Dictionary(
            uniqueKeysWithValues: all.map { ($0.name, RateLimiter($0.rate(settings))) })
    }

    /// Puts limits in force that were read again. What was asked before counts on.
    func take(_ settings: LimitSettings) {
        for limit in all { limiters[limit.name]?.allow(limit.rate(settings)) }
    }

    /// The limit that a route's terms name, which some subject has to declare.
    subscript(name: Route.Limit) -> Limit {
        guard let limit = all.first(where: { $0.name == name.rawValue }) else {
            preconditionFailure("No limit is declared under the name \(name).")
        }
        return limit
    }

    /// Counts something that a client does.
    ///
    /// - Throws: ``Problem`` when the client has done it too often; then it isn't counted.
    func spend(_ limit: Limit, _ client: Limit.Client) throws(Problem) {
        if let seconds = limiters[limit.name]?.spend(client, nowUs: timeline.nowUs()) { throw limit.refusal(seconds) }
    }

    /// Takes back one count, because what it was for didn't happen.
    func giveBack(_ limit: Limit, _ client: Limit.Client) { limiters[limit.name]?.giveBack(client) }

    /// Counts what a client does, unless it fails.
    ///
    /// - Throws: ``Problem`` when the client has done it too often, and any error that `act` throws.
    func counting<Value>(
        _ limit: Limit, _ client: Limit.Client, _ act: () async throws -> Value
    ) async throws -> Value {
        try spend(limit, client)
        do {
            return try await act()
        } catch {
            giveBack(limit, client)
            throw error
        }
    }
}
