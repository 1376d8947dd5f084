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
        let token = request.bearerToken ?? ""
        let isKnown = players.knows(token)
        // Checking an unknown token costs more than sending one, so it first counts against the rate limit of the
        // sender's address.
        if !isKnown { try limits.admit(request, context) }
        guard let session = await players.session(ofToken: token, at: timeline.now) else {
            if isKnown { try limits.admit(request, context) }
            throw Problem.unauthorized
        }
        try limits.admit(player: session.player)
        return session
    }
}
