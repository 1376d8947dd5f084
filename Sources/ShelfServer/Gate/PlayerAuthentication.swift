import ShelfEngine
import ShelfModel
import ShelfWire

/// Finds the player who sent a request, by its token.
struct PlayerAuthentication: Sendable {
    let players: Players
    let limits: RateLimits
    let timeline: Timeline

    /// The player whose token this is, and when the token ends.
    ///
    /// - Parameter network: ``Network/of(_:)`` the address that the token came from.
    /// - Throws: ``Problem`` when the token is missing or invalid, or when the player or the network sends too many
    ///   requests.
    func session(ofToken token: String, from network: String) async throws -> (player: Int64, end: Instant) {
        let isKnown = players.knows(token)
        // Checking an unknown token costs more than sending one, so it first counts against the rate limit of the
        // sender's address.
        if !isKnown { try limits.spend(.addresses, .network(network)) }
        guard let session = await players.session(ofToken: token, at: timeline.now) else {
            if isKnown { try limits.spend(.addresses, .network(network)) }
            throw Problem.unauthorized
        }
        try limits.spend(.players, .player(session.player))
        return session
    }
}
