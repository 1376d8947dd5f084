import HTTPTypes
import Hummingbird
package import ShelfConfiguration
import ShelfWire

/// Who may come in now: looks at the address, the token, and how often they come.
package struct Turnstile: Sendable {
    private let players: Players
    private let timeline: Timeline
    private let addresses: RateLimiter<String>
    private let visits: RateLimiter<Int64>
    private let isBehindProxy: Bool

    package init(players: Players, timeline: Timeline, limits: LimitSettings, isBehindProxy: Bool) {
        self.players = players
        self.timeline = timeline
        self.isBehindProxy = isBehindProxy
        addresses = RateLimiter(perSecond: limits.address)
        visits = RateLimiter(perSecond: limits.player)
    }

    /// - Throws: ``Problem``, when too many come from the request's address.
    func admit(_ request: Request, _ context: ShelfRequestContext) throws {
        try pass(addresses.spend(address(of: request, context), nowUs: timeline.nowUs()))
    }

    /// Whose request it is.
    ///
    /// - Throws: ``Problem``, when it is nobody's, or they come too often.
    func player(of request: Request, _ context: ShelfRequestContext) async throws -> Int64 {
        let token = Self.bearer(request) ?? ""
        let isKnown = players.knows(token)
        // To find out that a token is forged costs more than to make one up, so that is paid for before.
        if !isKnown { try admit(request, context) }
        guard let player = await players.player(ofToken: token, at: timeline.now) else {
            if isKnown { try admit(request, context) }
            throw Problem.unauthorized
        }
        try pass(visits.spend(player, nowUs: timeline.nowUs()))
        return player
    }

    /// The token of `Authorization: Bearer` (RFC 6750, section 2.1).
    static func bearer(_ request: Request) -> String? {
        guard let value = request.headers[.authorization], value.lowercased().hasPrefix("bearer ") else { return nil }
        return String(value.dropFirst(7))
    }

    private func pass(_ waitSeconds: Int64?) throws {
        if let waitSeconds { throw Problem.rateLimited(seconds: waitSeconds) }
    }

    /// Behind a proxy, what the proxy itself added last.
    private func address(of request: Request, _ context: ShelfRequestContext) -> String {
        let forwarded = isBehindProxy ? request.headers[.xForwardedFor]?.split(separator: ",").last : nil
        return Network.of(forwarded.map { $0.filter { $0 != " " } } ?? context.remoteAddress?.ipAddress ?? "")
    }
}

extension HTTPField.Name {
    fileprivate static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
}
