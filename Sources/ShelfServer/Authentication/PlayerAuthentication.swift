import Hummingbird
import ShelfEngine
import ShelfModel
import ShelfWire

/// Finds the player who sent a request, by its token.
struct PlayerAuthentication: Sendable {
    let players: Players
    let limits: RateLimits
    let timeline: Timeline

    /// The player whose token a request brings.
    ///
    /// - Throws: ``Problem`` when the token is missing or invalid, or when the player or the address sends too many
    ///   requests.
    func player(of request: Request, _ context: ShelfRequestContext) async throws -> Int64 {
        try await session(of: request, context).player
    }

    /// The player whose token a request brings, and when the token ends.
    ///
    /// - Throws: as ``player(of:_:)``.
    func session(
        of request: Request, _ context: ShelfRequestContext
    ) async throws -> (player: Int64, end: Instant) {
        try await session(ofToken: request.bearerToken ?? "", from: limits.network(of: request, context))
    }

    /// The player whose token this is, and when the token ends.
    ///
    /// - Parameter network: ``Network/of(_:)`` the address that the token came from.
    /// - Throws: as ``player(of:_:)``.
    func session(ofToken token: String, from network: String) async throws -> (player: Int64, end: Instant) {
        let isKnown = players.knows(token)
        // Checking an unknown token costs more than sending one, so it first counts against the rate limit of the
        // sender's address.
        if !isKnown { try limits.admit(network: network) }
        guard let session = await players.session(ofToken: token, at: timeline.now) else {
            if isKnown { try limits.admit(network: network) }
            throw Problem.unauthorized
        }
        try limits.admit(player: session.player)
        return session
    }
}
